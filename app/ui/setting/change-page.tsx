import type { ComponentProps, ReactNode } from 'react'
import type { Elements } from '~/elements/elements'
import { Button } from '../button'
import { CancelLink, DialogPage } from '../forms/dialog-page'
import { TableForm } from '../forms/table-form'

type Props = Omit<ComponentProps<typeof TableForm>, 'intro' | 'children'> & {
	area: 'user' | 'admin'
	title: string
	intro?: ReactNode
	/** The schema by which scripts check each field when it is left. */
	checks: Elements['form-checks']['of']
	/** Stands above the fields. */
	above?: ReactNode
	/** The words on the button, and while the form is on its way. */
	save: string
	busy?: string
}

/** The page of one small form of the settings, over the settings themselves. */
export function ChangePage({ area, title, intro, checks, above, save, busy = 'Saving...', ...form }: Props) {
	const settings = `/${area}/setting`
	return (
		<DialogPage title={title} backHref={settings} intro={intro} narrow>
			<form-checks of={checks}>
				<TableForm {...form} noValidate intro={above}>
					<div className="actions">
						<Button busy={busy}>{save}</Button>
						<CancelLink href={settings} variant="quiet" />
					</div>
				</TableForm>
			</form-checks>
		</DialogPage>
	)
}
