import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { SessionEntry } from '~/domain/accounts/profile/sessions.queries.server'
import { KEY_DAYS } from '~/domain/accounts/schema'
import { Button } from '../button'
import { Card } from '../card'
import { CopyButton } from '../copy-button'
import { ErrorSummary } from '../forms/error-summary'
import { CurrentPasswordField, InputField, SelectField } from '../forms/field'
import { PageTitle } from '../layout/page-title'
import { SessionList } from './session-list'
import { SettingTrail } from './setting-trail'

const LABELS = {
	name: 'Name of the key',
	access: 'It may',
	days: 'It lasts',
	currentPassword: 'Current password',
}

type Fields = { name: string; access: string; days: string; currentPassword?: string | undefined }

/**
 * Keys with which a program uses the API in the name of an account: those that last, a new one in clear, and a form for
 * another.
 */
export function KeysPage<Input extends Record<string, unknown>>({
	area,
	keys,
	made,
	asksPassword,
	form,
	fields,
}: {
	area: 'user' | 'admin'
	keys: SessionEntry[]
	/** The key that was made just now. */
	made: string | undefined
	asksPassword: boolean
	form: FormMetadata<Input, string[]>
	fields: { [name in keyof Required<Fields>]: FieldMetadata<string> | FieldMetadata<string | undefined> }
}) {
	return (
		<>
			<SettingTrail area={area} />
			<PageTitle
				title="Keys for the API"
				intro="A program that brings a key acts in your name, without your password. Give each program a key of its own."
				actions={
					<a className="link link-alone text-sm" href="/api">
						About the API
					</a>
				}
			/>
			{made ? <MadeKey value={made} /> : null}
			<Card title="Your keys" flush>
				{keys.length > 0 ? (
					<SessionList sessions={keys} canEnd />
				) : (
					<p className="border-t border-line p-5 text-sm text-muted">There is no key yet.</p>
				)}
			</Card>
			<Card title="Make a key">
				<form method="post" id={form.id} className="form max-w-form" noValidate={form.noValidate}>
					<ErrorSummary form={form} labels={LABELS} />
					<InputField
						field={fields.name}
						label={LABELS.name}
						help="So that you know it again: the program, and where it runs."
						autoComplete="off"
						maxLength={60}
					/>
					<SelectField field={fields.access} label={LABELS.access}>
						<option value="read">Read</option>
						<option value="write">Read and change: buy, sell and manage as you can</option>
					</SelectField>
					<SelectField field={fields.days} label={LABELS.days}>
						{KEY_DAYS.map(days => (
							<option key={days} value={days}>
								{days} days
							</option>
						))}
					</SelectField>
					{asksPassword ? <CurrentPasswordField field={fields.currentPassword} /> : null}
					<Button name="intent" value="make" busy="Making...">
						Make the key
					</Button>
				</form>
			</Card>
		</>
	)
}

function MadeKey({ value }: { value: string }) {
	return (
		<Card title="Your new key" aside={<CopyButton text={value} label="the key" />}>
			<div className="grid gap-3">
				<p className="max-w-text text-sm">
					Keep it where your program finds it and nobody else does. <strong>It is shown this once.</strong>
				</p>
				<p>
					<code className="wrap-anywhere">{value}</code>
				</p>
			</div>
		</Card>
	)
}
