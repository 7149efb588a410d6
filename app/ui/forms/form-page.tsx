import type { ComponentProps, ReactNode } from 'react'
import type { Elements } from '~/elements/elements'
import { Button } from '../button'
import { CancelLink, DialogPage } from './dialog-page'
import { TableForm } from './table-form'

type Props = Omit<ComponentProps<typeof TableForm>, 'intro'> & {
	title: string
	/** The document title, if different. */
	documentTitle?: string | undefined
	/** The page this one is opened over. */
	backHref: string
	intro?: ReactNode
	/** The schema with which scripts check each field on blur. */
	checks?: Elements['form-checks']['of']
	/** Content above the fields. */
	above?: ReactNode
	/** The label of the button, and while the form is being sent. */
	save: string
	busy?: string
	/** The `intent` of the button. */
	saveIntent?: string
}

/** A page that is a single form, with a link back next to its button. `children`: between the fields and the button. */
export function FormPage({
	title,
	documentTitle = title,
	backHref,
	intro,
	checks,
	above,
	save,
	busy = 'Saving...',
	saveIntent,
	children,
	...form
}: Props) {
	const page = (
		<TableForm {...form} intro={above}>
			{children}
			<div className="actions">
				<Button busy={busy} {...(saveIntent ? { name: 'intent', value: saveIntent } : {})}>
					{save}
				</Button>
				<CancelLink href={backHref} variant="quiet" />
			</div>
		</TableForm>
	)
	return (
		<DialogPage title={title} documentTitle={documentTitle} backHref={backHref} intro={intro} narrow>
			{checks ? <form-checks of={checks}>{page}</form-checks> : page}
		</DialogPage>
	)
}
