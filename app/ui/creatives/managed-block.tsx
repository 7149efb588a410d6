import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { ImageForm } from '~/domain/creatives/image-form.server'
import { type Block, blocksPath, managePath } from '~/domain/creatives/rules'
import type { DayFigures } from '~/domain/statistics/rules'
import type { Area } from '~/domain/transfers/rules'
import { AuditLink } from '../audit-link'
import { CertificateLink } from '../certificates/link'
import { DialogPage } from '../forms/dialog-page'
import { ManageForm } from './manage-form'
import { Statistics } from './statistics'

/** A block that somebody manages. `about`: what the page of a member's block says beside its form. */
export type ChosenBlock = {
	area: Area
	cell: number
	block: Block
	editing: ImageForm
	about?: { certificate: string | undefined; days: readonly DayFigures[] | null }
}

type Props = ChosenBlock & {
	result?: SubmissionResult<string[]> | undefined
	editor: ComponentProps<typeof ManageForm>['editor']
}

/** The form of a block, with its certificate and how often it was seen. */
export function ManagedBlock({ area, cell, block, editing, about, result, editor }: Props) {
	const isHouse = area === 'admin'
	return (
		<DialogPage
			wide
			title="Update Information"
			backHref={blocksPath(area)}
			intro={isHouse && block.creative ? <AuditLink subject={block.creative.id} /> : undefined}
		>
			<ManageForm
				{...{ block, editing, result, editor }}
				backHref={blocksPath(area)}
				action={managePath(cell, area)}
				mayDelete={isHouse}
			/>
			{about?.certificate ? (
				<p>
					<CertificateLink code={about.certificate} />
				</p>
			) : null}
			{about?.days ? <Statistics days={about.days} /> : null}
		</DialogPage>
	)
}
