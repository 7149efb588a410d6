import { type SubmissionResult, useForm } from '@conform-to/react'
import { createContext, type ReactNode, useContext } from 'react'
import type { RestoredForm } from '~/server/forms/restored-form.server'
import { Notice } from '../notice'

const RestoredFormContext = createContext<RestoredForm | undefined>(undefined)

/**
 * Provides restored input to the form of the page; a notice above it says when it was not sent, because of a
 * log-in or maintenance.
 */
export function RestoredFormProvider({
	restored,
	children,
}: {
	restored: RestoredForm | undefined
	children: ReactNode
}) {
	return (
		<RestoredFormContext value={restored}>
			{restored && !restored.reply ? (
				<Notice tone="warning" title="Your form has not been sent yet">
					<p>
						What you typed is back in the form. Please check it, then send it.
						{restored.hadFiles
							? ' Files could not be kept: please choose again any that the form does not show.'
							: null}
					</p>
				</Notice>
			) : null}
			{children}
		</RestoredFormContext>
	)
}

/**
 * Returns the restored input of this page's form by name. `intent`: of the button, on a page with several forms.
 * @returns undefined without restored input, or when it is another form's.
 */
export function useRestoredValues(intent?: string): Record<string, string | string[]> | undefined {
	const restored = useContext(RestoredFormContext)
	if (!restored) return undefined
	const values: Record<string, string | string[]> = {}
	for (const [name, value] of restored.fields) {
		const before = values[name]
		values[name] = before === undefined ? value : [before, value].flat()
	}
	return intent === undefined || values['intent'] === intent ? values : undefined
}

/** Returns {@link useRestoredValues} as a conform result, with its errors. */
export function useRestoredResult(intent?: string): SubmissionResult<string[]> | undefined {
	const initialValue = useRestoredValues(intent)
	const error = useContext(RestoredFormContext)?.reply?.error
	return initialValue && { initialValue, ...(error ? { error } : {}) }
}

/** Returns one field of {@link useRestoredValues}. */
export function useRestoredField(name: string): string | undefined {
	const value = useRestoredValues()?.[name]
	return Array.isArray(value) ? value[0] : value
}

type Options<Fields extends Record<string, unknown>> = Parameters<typeof useForm<Fields>>[0]

/**
 * conform's useForm for forms of signed-in pages: starts with restored input, unless there is a newer reply. `intent`:
 * of the button, on a page with several forms.
 */
export function usePageForm<Fields extends Record<string, unknown>>({
	intent,
	...options
}: Options<Fields> & { intent?: string }) {
	const restored = useRestoredResult(intent)
	return useForm<Fields>({ ...options, lastResult: options.lastResult ?? restored ?? null })
}
