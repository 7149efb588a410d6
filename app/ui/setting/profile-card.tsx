import type { ReactNode } from 'react'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import type { readProfile } from '~/domain/accounts/queries.server'
import type { Role } from '~/domain/accounts/rules'
import { DialogLink } from '../button'
import { Card } from '../card'
import { Avatar } from '../layout/avatar'

type Profile = Awaited<ReturnType<typeof readProfile>>

/** The profile on both settings pages; each line has a page of its own to change it. */
export function ProfileCard({ area, profile }: { area: Role; profile: Profile }) {
	const { fullName, email, phone, photo, isGoogle, hasPassword } = profile
	const change = (what: string, label: string) => (
		<DialogLink variant="quiet" href={`/${area}/setting/${what}`} aria-label={label}>
			Change
		</DialogLink>
	)
	return (
		<Card title="Personal Information">
			<div className="grid gap-5">
				<div className="flex flex-wrap items-center gap-x-5 gap-y-3">
					<Avatar src={photo} size={80} />
					<DialogLink variant="secondary" href={`/${area}/setting/photo`}>
						Edit Profile Image
					</DialogLink>
				</div>
				<dl className="border-t border-line">
					<Line name="Name" value={fullName} action={change('name', 'Change name')} />
					<Line
						name="Password"
						value={hasPassword ? '••••••••' : 'None: you log in with Google'}
						action={change('password', hasPassword ? 'Change password' : 'Set a password')}
					/>
					<Line
						name="Email"
						value={email}
						action={
							isGoogle ? (
								<button type="button" className="btn btn-quiet" disabled aria-describedby="google-note">
									Change
								</button>
							) : (
								change('email', 'Change email')
							)
						}
						note={isGoogle ? <span id="google-note">{PROFILE_TEXT.googleNote}</span> : null}
					/>
					<Line name="Phone" value={phone ?? 'None'} action={change('phone', 'Change phone number')} />
				</dl>
			</div>
		</Card>
	)
}

type Props = {
	name: string
	value: string
	action: ReactNode
	note?: ReactNode
}

function Line({ name, value, action, note }: Props) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
			<dt className="w-full text-sm text-muted sm:w-24">{name}</dt>
			<dd className="min-w-0 flex-1 text-sm font-semibold break-words">
				{value}
				{note ? <span className="block font-normal text-muted">{note}</span> : null}
			</dd>
			<dd className="-mr-2 office:-mr-1">{action}</dd>
		</div>
	)
}
