import type { SubmissionResult } from '@conform-to/react'
import type { ComponentType, JSX } from 'react'
import { useCarried } from './carried'
import { Kept } from './kept'

/**
 * A form of `props` alone, as {@link Kept} has them; one that shows what somebody typed is drawn for itself. `intent`:
 * of its button, on a page with several forms.
 */
export function KeptForm<Props extends { lastResult: SubmissionResult | undefined }>({
	of,
	props,
	intent,
	...attributes
}: { of: ComponentType<Props>; props: Props; intent?: string } & Omit<
	JSX.IntrinsicElements['form'],
	'children' | 'of'
>) {
	const carried = useCarried(intent)
	const isTyped = Boolean(props.lastResult ?? carried)
	return <Kept as="form" method="post" {...attributes} of={of} props={props} unkept={isTyped} />
}
