import { fileUrl } from '~/domain/files/rules'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/icon'

type File = {
	key: string
	mime: string
	name: string
	bytes: number
	width?: number | null
	height?: number | null
}

const FALLBACK = '/images/receipt-unavailable.svg'

/** The buyer's proof of payment, next to the money received. */
export function Receipts({
	order: { paymentReceipt, swiftReceipt },
	showsPdf,
}: {
	order: { paymentReceipt: File | null; swiftReceipt: File | null }
	showsPdf: boolean
}) {
	const noSwift = 'No SWIFT receipt uploaded'
	return (
		<div className="[&_:is(img,iframe)]:max-h-none [&_:is(img,iframe)]:w-full">
			<Card
				title="Payment Receipt"
				aside={swiftReceipt ? null : <span className="text-xs text-muted">{noSwift}</span>}
			>
				<Receipt
					file={paymentReceipt}
					label="Payment receipt"
					none="No receipt uploaded"
					showsPdf={showsPdf}
				/>
			</Card>
			{swiftReceipt ? (
				<Card title="SWIFT Receipt">
					<Receipt file={swiftReceipt} label="SWIFT receipt" none={noSwift} showsPdf={showsPdf} />
				</Card>
			) : null}
		</div>
	)
}

type Props = {
	file: File | null
	label: string
	none: string
	/** Whether the browser shows a PDF within a page. */
	showsPdf?: boolean
	/** For its sender: a thumbnail, and nothing in place of a PDF. */
	small?: boolean
}

/** A receipt on the page, with a link to the whole; a placeholder for a PDF that the browser cannot show. */
export function Receipt({ file, label, none, showsPdf = false, small = false }: Props) {
	if (!file) return <p className="text-sm text-muted">{none}</p>
	const isPdf = file.mime === 'application/pdf'
	return (
		<figure className="grid gap-3">
			{small && isPdf ? null : (
				<div
					className={
						small ? undefined : 'max-h-88 overflow-auto bg-line p-2.5 min-[75rem]:max-h-[calc(100dvh-18rem)]'
					}
				>
					{isPdf ? (
						<Pdf href={showsPdf ? fileUrl(file.key) : null} label={`${label} ${file.name}`} />
					) : (
						<image-fallback src={FALLBACK}>
							<img
								className={`${small ? 'h-30 max-w-full' : 'w-full'} border border-line bg-ground object-contain`}
								src={fileUrl(file.key)}
								width={small ? undefined : (file.width ?? undefined)}
								height={small ? undefined : (file.height ?? undefined)}
								alt={`${label} ${file.name}`}
								loading="lazy"
							/>
						</image-fallback>
					)}
				</div>
			)}
			<figcaption className="flex flex-wrap items-center justify-between gap-x-6 text-sm text-muted">
				<span className="wrap-anywhere">
					{file.name}, {Math.max(1, Math.round(file.bytes / 1024))} kB
				</span>
				<a className="btn btn-quiet -mx-2 px-2" href={fileUrl(file.key)} target="_blank" rel="noopener">
					{isPdf ? 'View PDF' : 'View Full Size'}
					<span className="sr-only"> of the {label.toLowerCase()}, in a new tab</span>
				</a>
			</figcaption>
		</figure>
	)
}

function Pdf({ href, label }: { href: string | null; label: string }) {
	if (href) {
		return (
			<iframe
				className="h-140 w-full border border-line bg-ground"
				src={`${href}#view=FitH`}
				title={label}
				loading="lazy"
			/>
		)
	}
	return (
		<div className="grid min-h-40 content-center justify-items-center gap-2 border border-line bg-ground p-6 text-muted">
			<Icon name="receipt" size={36} />
			<span className="text-sm">PDF document</span>
		</div>
	)
}
