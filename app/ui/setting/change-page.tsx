import type { FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { Elements } from '~/elements/elements'
import { Button, ButtonLink } from '../button'
import { DialogPage } from '../forms/dialog-page'
import { ErrorSummary, type FieldLabels } from '../forms/error-summary'

/** The page of one small form of the settings, over the settings themselves. */
export function ChangePage<Fields extends Record<string, unknown>>({
	area,
	title,
	intro,
	form,
	checks,
	labels,
	refused,
	save,
	busy = 'Saving...',
	isUpload = false,
	after,
	children,
}: {
	area: 'user' | 'admin'
	title: string
	intro?: ReactNode
	form: FormMetadata<Fields, string[]>
	/** The schema by which scripts check each field when it is left. */
	checks?: Elements['form-checks']['of']
	labels?: FieldLabels
	refused: { title: string | undefined } | undefined
	/** The words on the button, and while the form is on its way. */
	save: string
	busy?: string
	isUpload?: boolean
	/** Stands below the form. */
	after?: ReactNode
	children: ReactNode
}) {
	const settings = `/${area}/setting`
	const content = (
		<form
			method="post"
			id={form.id}
			className="form"
			noValidate={form.noValidate}
			{...(isUpload ? { encType: 'multipart/form-data' } : {})}
		>
			<ErrorSummary form={form} labels={labels ?? {}} title={refused?.title} />
			{children}
			<div className="actions">
				<Button busy={busy} {...(isUpload ? { name: 'intent', value: 'upload' } : {})}>
					{save}
				</Button>
				<close-link>
					<ButtonLink variant="quiet" href={settings}>
						Cancel
					</ButtonLink>
				</close-link>
			</div>
		</form>
	)
	return (
		<DialogPage title={title} backHref={settings} intro={intro} narrow>
			{checks ? <form-checks of={checks}>{content}</form-checks> : content}
			{after}
		</DialogPage>
	)
}
