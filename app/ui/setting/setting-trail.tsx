import { Icon } from '../icon'

/** The way back from a page of the settings to all of them. */
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
