import { Icon } from '../icon'

/** A link back from a page of the settings to the overview. */
export function SettingTrail({ area }: { area: 'user' | 'admin' }) {
	return (
		<a
			className="-mb-4 inline-flex min-h-11 items-center gap-2 justify-self-start text-sm text-muted hover:text-accent"
			href={`/${area}/setting`}
		>
			<Icon name="back" size={18} />
			Settings
		</a>
	)
}
