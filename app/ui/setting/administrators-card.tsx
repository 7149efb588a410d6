import { Badge } from '../badge'
import { Button } from '../button'
import { Card } from '../card'

/** Whether the house demands a second factor of its administrators. */
export function AdministratorsCard({ isDemanded, hasOwn }: { isDemanded: boolean; hasOwn: boolean }) {
	return (
		<Card
			title="Administrators"
			aside={
				isDemanded ? <Badge status="demanded" look="approved" /> : <Badge status="optional" look="off" />
			}
		>
			<form method="post" className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">
					Where it is demanded, an administrator without a second factor sets one up before anything else.
					{hasOwn || isDemanded ? null : ' You have none yet yourself, so you would begin with your own.'}
				</p>
				<input type="hidden" name="demand_second_factor" value={isDemanded ? '0' : '1'} />
				<Button variant="secondary" name="intent" value="administrators">
					{isDemanded ? 'Make the second factor optional' : 'Demand a second factor'}
				</Button>
			</form>
		</Card>
	)
}
