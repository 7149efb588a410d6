import { parse, type SubmissionResult, useForm } from '@conform-to/react'
import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { checkoutPath } from '~/domain/orders/rules'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Totals } from '~/ui/checkout/totals'
import { ErrorSummary } from '~/ui/error-summary'
import {
	FreeOrderFieldset,
	isPaymentField,
	PAYMENT_LABELS,
	type PaymentFields,
	PaymentFieldset,
} from './fields'
import { Sending } from './sending'
import { type Progress, type Sent, send } from './upload'

export type PaymentFormProps = {
	order: ComponentProps<typeof Totals>['order'] & { id: string; reference: string; pixels: string }
	/** Names of the receipts that were accepted before. */
	kept: { payment: string | null; swift: string | null }
	email: string
	/** Nothing is to be paid, so there is no transfer to tell about. */
	free: boolean
	result: SubmissionResult<string[]> | null
}

type Checks = typeof import('./checks')

const NOTES = {
	stopped: 'Stopped. Nothing was submitted, and everything you have filled in is still here.',
	dropped: 'The connection was lost. Nothing you have filled in is lost; please press Submit again.',
} as const

/**
 * Step 3 of the checkout. Without scripts a plain form; with them each field is checked when it is left, in the words
 * of the server, and the receipts go up in sight, once everything is in order.
 */
export function PaymentForm(drawn: PaymentFormProps) {
	const [{ order, kept, email, free, result }, setPage] = useState(drawn)
	const [progress, setProgress] = useState<Progress | null>(null)
	const [note, setNote] = useState<keyof typeof NOTES | null>(null)
	const [tried, setTried] = useState(false)
	const checks = useRef<Checks | undefined>(undefined)
	const stop = useRef<(() => void) | undefined>(undefined)
	const left = useRef(new Set<keyof PaymentFields>())
	const [form, fields] = useForm<PaymentFields, unknown, string[]>({
		id: 'payment',
		lastResult: result,
		defaultValue: { email },
		// The messages of the specification are ours; the browser's own would hide all but one of them.
		defaultNoValidate: true,
		shouldValidate: 'onBlur',
		shouldRevalidate: 'onInput',
		onValidate: ({ formData }) => checks.current?.check(formData, kept, free) ?? unchecked(formData),
		onSubmit: event => upload(event.currentTarget),
	})

	const loadChecks = async () => {
		if (checks.current) return
		checks.current = await import('./checks')
		// What was left before they came is checked now.
		for (const name of left.current) form.validate({ name })
	}
	const upload = async (element: HTMLFormElement) => {
		if (stop.current) return
		setNote(null)
		setProgress({ sent: 0, total: 0 })
		const sending = send(element, setProgress)
		stop.current = sending.stop
		const sent = await sending.sent
		stop.current = undefined
		answer(element, sent)
	}
	const answer = (element: HTMLFormElement, sent: Sent) => {
		if (sent.kind === 'moved' && isStep(sent.to, order.id)) return location.assign(sent.to)
		setProgress(null)
		if (sent.kind === 'stopped' || sent.kind === 'dropped') return setNote(sent.kind)
		const page = sent.kind === 'page' ? sent.page.querySelector('tool-island')?.getAttribute('props') : null
		// Another page than this form's: maintenance, the log-in. The browser gets it as it would without this tool.
		if (!page) return element.submit()
		const next: PaymentFormProps = JSON.parse(page)
		setTried(true)
		setPage(next)
		for (const [name, isKept] of [
			['payment_receipt', next.kept.payment],
			['swift_receipt', next.kept.swift],
		] as const) {
			const input = element.elements.namedItem(name)
			// What the server has kept need not go up again.
			if (isKept && !next.result?.error?.[name] && input instanceof HTMLInputElement) input.value = ''
		}
	}
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		const { nativeEvent, currentTarget } = event
		const isIntent = nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.hidden
		if (!isIntent) setTried(true)
		if (stop.current) return event.preventDefault()
		if (checks.current) form.onSubmit(event)
		event.preventDefault()
		if (checks.current || isIntent) return
		await loadChecks()
		currentTarget.requestSubmit()
	}

	return (
		<>
			{tried || drawn.result ? (
				<ErrorSummary
					key={JSON.stringify(result)}
					form={{ id: form.id, allErrors: form.allErrors }}
					labels={PAYMENT_LABELS}
					// Scripts lead into the first field that is wrong, if one is.
					takesFocus={!tried || Object.keys(form.allErrors).every(name => name === '')}
				/>
			) : null}
			<form
				id={form.id}
				method="post"
				encType="multipart/form-data"
				noValidate={form.noValidate}
				className="checkout-columns"
				onFocus={loadChecks}
				onBlur={({ target }) => isPaymentField(target.name) && left.current.add(target.name)}
				onSubmit={submit}
			>
				{free ? (
					<FreeOrderFieldset fields={fields} />
				) : (
					<PaymentFieldset fields={fields} kept={kept} leave={name => form.validate({ name })} />
				)}
				<aside>
					<Card title="To confirm">
						<div className="grid gap-5">
							<p className="text-sm text-muted">
								Reference <span className="figures font-semibold text-fg">{order.reference}</span>
							</p>
							<Totals order={order} pixels={order.pixels} />
							<Button wide busy="Submitting…" aria-disabled={progress !== null}>
								{progress ? 'Submitting…' : 'Submit'}
							</Button>
							<Sending progress={progress} note={note && NOTES[note]} stop={() => stop.current?.()} />
							<ButtonLink variant="quiet" wide href={checkoutPath(order.id, free ? 'cells' : 'payment')}>
								Back
							</ButtonLink>
						</div>
					</Card>
				</aside>
			</form>
		</>
	)
}

/* Until the checks have come, nothing is known to be wrong. */
function unchecked(form: FormData) {
	return parse<unknown, string[]>(form, { resolve: value => ({ value }) })
}

function isStep(address: string, orderId: string): boolean {
	return new URL(address).pathname.startsWith(checkoutPath(orderId, 'cells'))
}
