import { Card } from '../card'
import { CopyButton } from '../copy-button'

/** New recovery codes, in clear. No later page shows them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
	return (
		<Card title="Your recovery codes" aside={<CopyButton text={codes.join('\n')} label="all ten" />}>
			<div className="grid gap-5">
				<p className="max-w-text text-sm">
					Each of them opens your account once, in place of a code from your app. Write them down or print
					them, and keep them where you will find them without your telephone.{' '}
					<strong>They are shown this once.</strong>
				</p>
				<ol className="figures grid max-w-form gap-x-8 gap-y-2 sm:grid-cols-2">
					{codes.map(code => (
						<li key={code}>
							<code className="text-md">{code}</code>
						</li>
					))}
				</ol>
			</div>
		</Card>
	)
}
