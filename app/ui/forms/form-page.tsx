import type { ComponentProps, ReactNode } from 'react'
import type { Elements } from '~/elements/elements'
import { Button } from '../button'
import { CancelLink, DialogPage } from './dialog-page'
import { TableForm } from './table-form'

type Props = Omit<ComponentProps<typeof TableForm>, 'intro'> & {
	title: string
	/** In the browser's tab, if another. */
	documentTitle?: string | undefined
	/** The page this one stands over. */
	backHref: string
	intro?: ReactNode
	/** The schema by which scripts check each field when it is left. */
	checks?: Elements['form-checks']['of']
	/** Stands above the fields. */
	above?: ReactNode
	/** The words on the button, and while the form is on its way. */
	save: string
	busy?: string
	/** Sent with the button. */
	saveIntent?: string
}

/** A page that is one form, with the way back beside its button. `children`: between the fields and those. */
export function FormPage({
	title,
	documentTitle = title,
	backHref,
	intro,
	checks,
	above,
	save,
	saveIntent,
	children,
	...more
}: Props) {
	const { busy = 'Saving...', ...form } = more
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
