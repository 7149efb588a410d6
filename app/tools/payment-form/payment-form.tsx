import { parse, type SubmissionResult, useForm } from '@conform-to/react'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { checkoutPath } from '~/domain/orders/rules'
import { Button } from '~/ui/button'
import { type OrderTotals, PayCard } from '~/ui/checkout/totals'
import { ErrorSummary } from '~/ui/forms/error-summary'
import {
	Buyer,
	Confirmation,
	isPaymentField,
	PAYMENT_LABELS,
	type PaymentFields,
	PaymentFieldset,
} from './fields'
import type { Progress, SendingNote, UploadResult } from './sending'

export type PaymentFormProps = {
	order: OrderTotals & { id: string; reference: string }
	/** Names of the receipts that were accepted before. */
	kept: { payment: string | null; swift: string | null }
	/** The buyer's name, as the default of its field. */
	name: string
	email: string
	/** Whether nothing is to be paid, so there is no transfer. */
	isFree: boolean
	result: SubmissionResult<string[]> | null
	/** What looks wrong about the account number of `result`. */
	doubt: string | undefined
}

type Checks = typeof import('./checks')
/* Loaded with the checks, without which nothing is sent. */
const Sending = lazy(async () => ({ default: (await import('./checks')).Sending }))

/**
 * Step 3 of the checkout. Without scripts a plain form; with them each field is checked on blur with the server's
 * messages, and the upload of receipts shows its progress, once everything is valid.
 */
export function PaymentForm(drawn: PaymentFormProps) {
	const [{ order, kept, name, email, isFree, result, doubt }, setPage] = useState(drawn)
	const [progress, setProgress] = useState<Progress | null>(null)
	const [note, setNote] = useState<SendingNote | null>(null)
	const [tried, setTried] = useState(false)
	const checks = useRef<Checks | undefined>(undefined)
	const stop = useRef<(() => void) | undefined>(undefined)
	const left = useRef(new Set<keyof PaymentFields>())
	const summary = useRef<HTMLDivElement>(null)
	const isRefused = useRef(false)
	const [form, fields] = useForm<PaymentFields, unknown, string[]>({
		id: 'payment',
		lastResult: result,
		defaultValue: { name, email },
		// The server's messages are fixed (P49); the browser would show only one of its own.
		defaultNoValidate: true,
		shouldValidate: 'onBlur',
		shouldRevalidate: 'onInput',
		onValidate: ({ formData }) => checks.current?.check(formData, kept, isFree) ?? unchecked(formData),
		onSubmit: event => upload(event.currentTarget),
	})

	// conform focuses the first invalid field; the summary should be read first.
	useEffect(() => {
		const element = summary.current?.firstElementChild
		if (!isRefused.current || !(element instanceof HTMLElement)) return
		isRefused.current = false
		element.focus()
	})

	const loadChecks = async () => {
		if (checks.current) return
		checks.current = await import('./checks')
		// Validates the fields left before the rules loaded.
		for (const name of left.current) form.validate({ name })
	}
	const upload = async (element: HTMLFormElement) => {
		if (stop.current || !checks.current) return
		isRefused.current = false
		setNote(null)
		setProgress({ sent: 0, total: 0 })
		const sending = checks.current.send(element, setProgress)
		stop.current = sending.stop
		const sent = await sending.sent
		stop.current = undefined
		handleResult(element, sent)
	}
	const handleResult = (element: HTMLFormElement, sent: UploadResult) => {
		if (sent.kind === 'moved' && isStep(sent.to)) return location.assign(sent.to)
		setProgress(null)
		if (sent.kind === 'stopped' || sent.kind === 'dropped') return setNote(sent.kind)
		const page = sent.kind === 'page' ? sent.page.querySelector('tool-island')?.getAttribute('props') : null
		// Another page than this form's, such as maintenance or log-in: the browser sends the form natively.
		if (!page) return element.submit()
		const next: PaymentFormProps = JSON.parse(page)
		setTried(true)
		isRefused.current = true
		setPage(next)
		for (const [name, isKept] of [
			['payment_receipt', next.kept.payment],
			['swift_receipt', next.kept.swift],
		] as const) {
			const input = element.elements.namedItem(name)
			// Files that the server has stored are not uploaded again.
			if (isKept && !next.result?.error?.[name] && input instanceof HTMLInputElement) input.value = ''
		}
	}
	const submit = async (event: FormEvent<HTMLFormElement>) => {
		const { nativeEvent, currentTarget } = event
		const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
		// Back is sent natively: the server keeps the input.
		if (submitter?.getAttribute('value') === 'back') return
		const isIntent = submitter?.hidden
		if (stop.current) return event.preventDefault()
		if (!isIntent) {
			setTried(true)
			isRefused.current = true
		}
		if (checks.current) form.onSubmit(event)
		event.preventDefault()
		if (checks.current || isIntent) return
		await loadChecks()
		currentTarget.requestSubmit()
	}

	return (
		<form
			id={form.id}
			action={checkoutPath(order.id, 'confirm')}
			method="post"
			encType="multipart/form-data"
			noValidate={form.noValidate}
			className="contents"
			onFocus={loadChecks}
			onBlur={({ target }) => isPaymentField(target.name) && left.current.add(target.name)}
			onSubmit={submit}
		>
			<div className="checkout-main">
				<div ref={summary} className="empty:hidden">
					{tried || drawn.result ? (
						<ErrorSummary form={{ id: form.id, allErrors: form.allErrors }} labels={PAYMENT_LABELS} />
					) : null}
				</div>
				{isFree ? (
					<Buyer title="Buyer" fields={fields} />
				) : (
					<PaymentFieldset
						fields={fields}
						kept={kept}
						doubt={doubt}
						leave={name => form.validate({ name })}
					/>
				)}
			</div>
			<PayCard
				title="To confirm"
				order={order}
				action={
					<>
						<Button wide busy="Submitting…" aria-disabled={progress !== null}>
							{progress ? 'Submitting…' : 'Submit'}
						</Button>
						<Suspense>
							{progress || note ? (
								<Sending progress={progress} note={note} stop={() => stop.current?.()} />
							) : null}
						</Suspense>
					</>
				}
				back={
					<Button name="intent" value="back" variant="quiet" wide formNoValidate>
						Back
					</Button>
				}
			>
				<Confirmation fields={fields} isFree={isFree} />
				<p className="text-sm text-muted">
					Reference <span className="figures font-semibold text-fg">{order.reference}</span>
				</p>
			</PayCard>
		</form>
	)
}

/* Until the checks are loaded, every field counts as valid. */
function unchecked(form: FormData) {
	return parse<unknown, string[]>(form, { resolve: value => ({ value }) })
}

/* Tests for the page of this order, or of a newer one that has its pixels. */
function isStep(address: string): boolean {
	return new URL(address).pathname.startsWith(checkoutPath('', 'cells'))
}
