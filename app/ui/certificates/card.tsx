import { brand } from '~/domain/brand'
import { checkPath } from '~/domain/certificates/rules'
import type { Cell } from '~/domain/grid/layout'
import { formatLotNumber } from '~/domain/grid/lot'
import { Seal } from './plate'

/** A certificate in the list of its owner's documents. `pdf`: the address of the PDF. */
export function CertificateCard({ code, cells, pdf }: { code: string; cells: readonly Cell[]; pdf: string }) {
	return (
		<section
			className="sheet flex flex-wrap items-center gap-x-6 gap-y-4 p-5 sm:p-6"
			aria-labelledby="own-certificate"
		>
			<Seal house={brand.name} cells={cells} />
			<div className="grid min-w-0 flex-1 basis-56 gap-1">
				<p className="kicker">Global Ownership Certificate</p>
				<h3 id="own-certificate" className="text-lg">
					{formatLotNumber(cells)}
				</h3>
				<p className="figures text-sm text-muted">{code}</p>
				<div className="actions mt-2 no-print">
					<a className="btn btn-secondary" href={checkPath(code)}>
						View<span className="sr-only"> the certificate</span>
					</a>{' '}
					<a className="btn btn-quiet" href={pdf}>
						PDF<span className="sr-only"> of the certificate</span>
					</a>
				</div>
			</div>
		</section>
	)
}
