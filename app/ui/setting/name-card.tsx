import { Button } from '../button'
import { Card } from '../card'

/** Whether the pages of somebody's blocks name their owner. */
export function NameCard({ isPublic }: { isPublic: boolean }) {
	return (
		<Card title="Your name in public">
			<form method="post" className="grid justify-items-start gap-5">
				<label className="check">
					<input type="checkbox" name="isPublic" defaultChecked={isPublic} />
					<span>Show my name as the owner on the pages of my pixels</span>
				</label>
				<Button variant="secondary" name="intent" value="name-public">
					Save
				</Button>
			</form>
		</Card>
	)
}
