import { type FieldMeta, InputField } from '../forms/field'

type Field = { field: FieldMeta }

/** To whom pixels are offered. */
export function BuyerEmail({ field, help }: Field & { help: string }) {
	return (
		<InputField
			field={field}
			label="Email of the buyer"
			type="email"
			inputMode="email"
			autoComplete="off"
			maxLength={254}
			help={help}
		/>
	)
}

/** Until when pixels are lent, if they are. */
export function TransferTill({ field }: Field) {
	return (
		<InputField
			field={field}
			label="Transfer till"
			optional
			type="datetime-local"
			help="London time. With a date the pixels are lent: they come back to you at that time, with what they show now. Without one the transfer is permanent."
		/>
	)
}
