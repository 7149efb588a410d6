import { fileUrl } from '~/domain/files/rules'
import { Icon } from '~/ui/icon'

type File = { key: string; mime: string; name: string; bytes: number }

const FALLBACK = '/images/receipt-unavailable.svg'

/** A receipt in the page: an image as itself, a PDF as a placeholder, both with the way to the whole. */
export function Receipt({ file, label, none }: { file: File | null; label: string; none: string }) {
	if (!file) return <p className="text-sm text-muted">{none}</p>
	const isPdf = file.mime === 'application/pdf'
	return (
		<figure className="grid gap-3">
			{isPdf ? (
				<div className="grid min-h-40 content-center justify-items-center gap-2 border border-line bg-ground p-6 text-muted">
					<Icon name="receipt" size={36} />
					<span className="text-sm">PDF document</span>
				</div>
			) : (
				<image-fallback src={FALLBACK}>
					<img
						className="max-h-120 w-full border border-line bg-ground object-contain"
						src={fileUrl(file.key)}
						alt={`${label} ${file.name}`}
						loading="lazy"
					/>
				</image-fallback>
			)}
			<figcaption className="flex flex-wrap items-center justify-between gap-x-6 text-sm text-muted">
				<span className="wrap-anywhere">
					{file.name}, {Math.max(1, Math.round(file.bytes / 1024))} kB
				</span>
				<a className="btn btn-quiet" href={fileUrl(file.key)} target="_blank" rel="noopener">
					{isPdf ? 'View PDF' : 'View Full Size'}
					<span className="sr-only"> of the {label.toLowerCase()}, in a new tab</span>
				</a>
			</figcaption>
		</figure>
	)
}
