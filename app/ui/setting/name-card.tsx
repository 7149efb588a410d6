import { Button } from '../button'
import { Card } from '../card'

/** Shows or hides the owner's name on the pages of their blocks. */
export function NameCard({ isPublic }: { isPublic: boolean }) {
	return (
		<Card title="Your name in public">
			<form method="post" className="grid justify-items-start gap-5">
				<label className="check">
					<input type="checkbox" name="isPublic" defaultChecked={isPublic} />
					<span>Show my name as the owner on the pages of my pixels</span>
				</label>{' '}
				<Button variant="secondary" name="intent" value="name-public">
					Save
				</Button>
			</form>
		</Card>
	)
}
