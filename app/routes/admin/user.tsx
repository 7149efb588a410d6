import { z } from 'zod'
import { DELETED_USER, readUser, readUserDetails } from '~/domain/accounts/users.queries.server'
import { latestAudit } from '~/domain/audit/queries.server'
import { profileImageUrl } from '~/domain/files/rules'
import { CELL_TYPES } from '~/domain/grid/layout'
import { typeWord } from '~/domain/orders/review/labels'
import { notFound, stillThere } from '~/server/answers.server'
import { requireAdmin } from '~/server/guards.server'
import { AuditLink } from '~/ui/audit-link'
import { Avatar } from '~/ui/avatar'
import { ButtonLink } from '~/ui/button'
import { keptCard } from '~/ui/card'
import { Facts } from '~/ui/facts'
import { Money } from '~/ui/money'
import { OrderLinks } from '~/ui/orders/links'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { SessionList } from '~/ui/setting/session-list'
import { Time } from '~/ui/time'
import { UserAudit, UserInvitations } from '~/ui/users/details'
import type { Route } from './+types/user'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('User Details') }]

const UserId = z.uuid()

const RECENT = 8

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const { userId } = params
	if (!UserId.safeParse(userId).success) throw notFound()
	const readAll = async () => {
		const user = await stillThere(await readUser(userId), userId, DELETED_USER)
		return { user, details: await readUserDetails(user, Date.now()) }
	}
	const [{ user, details }, audit] = await Promise.all([readAll(), latestAudit(userId, RECENT)])
	return {
		user: { ...user, photo: profileImageUrl(user.profileImageKey) },
		details,
		audit,
		isSelf: user.id === admin.id,
	}
}

export default function User({ loaderData }: Route.ComponentProps) {
	const { user, details, audit, isSelf } = loaderData
	const path = `/admin/userManagement/${user.id}`
	return (
		<>
			<PageTitle
				title="User Details"
				intro={
					<a className="link" href="/admin/userManagement">
						All users
					</a>
				}
				actions={
					isSelf ? (
						<ButtonLink variant="secondary" href="/admin/setting">
							Your settings
						</ButtonLink>
					) : (
						<>
							<ButtonLink variant="secondary" href={`${path}/edit`}>
								Edit
							</ButtonLink>
							<ButtonLink variant="secondary" href={`${path}/role`}>
								{user.role === 'admin' ? 'Make member' : 'Make administrator'}
							</ButtonLink>
							<ButtonLink variant="secondary" href={`${path}/delete`}>
								Delete
							</ButtonLink>
						</>
					)
				}
			/>
			<div className="grid gap-6 lg:grid-cols-2">
				<PersonCard {...personOf(user)} hasSecondFactor={details.hasSecondFactor} />
				<PixelsCard byType={details.byType} totalPixels={user.totalPixels} totalPence={user.totalPence} />
				<OrdersCard email={user.email} orders={details.orders} />
				<InvitationsCard invitations={details.invitations} />
				<SessionsCard sessions={details.sessions} />
				<AuditCard id={user.id} entries={audit} />
			</div>
		</>
	)
}

type Data = Route.ComponentProps['loaderData']

const personOf = ({ photo, name, email, role, phone, createdAt, isGoogle, hasPassword }: Data['user']) => ({
	...{ photo, name, email, role, phone, createdAt },
	signsIn: signInWords({ isGoogle, hasPassword }),
})

const PersonCard = keptCard(
	({ hasSecondFactor, ...user }: ReturnType<typeof personOf> & { hasSecondFactor: boolean }) => ({
		title: <span className="wrap-anywhere">{user.name}</span>,
		aside: <Avatar src={user.photo} size={64} alt={`Profile image of ${user.name}`} />,
		children: (
			<Facts
				items={[
					[
						'Email',
						<span key="email" className="wrap-anywhere">
							{user.email}
						</span>,
					],
					['Role', user.role === 'admin' ? 'Administrator' : 'Member'],
					['Phone', user.phone ?? 'None'],
					['Signs in with', user.signsIn],
					['Second factor', hasSecondFactor ? 'Set up' : 'None'],
					['Registered', <Time key="registered" at={user.createdAt} />],
				]}
			/>
		),
	}),
)

const PixelsCard = keptCard(
	({
		byType,
		totalPixels,
		totalPence,
	}: Pick<Data['details'], 'byType'> & Pick<Data['user'], 'totalPixels' | 'totalPence'>) => ({
		title: 'Pixels',
		children: (
			<Facts
				items={[
					...CELL_TYPES.map(type => [typeWord(type), byType[type]] as const),
					['Total Pixels', totalPixels],
					['Total Price', <Money key="price" pence={totalPence} words />],
				]}
			/>
		),
	}),
)

const OrdersCard = keptCard(({ email, orders }: Pick<Data['details'], 'orders'> & { email: string }) => ({
	title: 'Orders',
	aside: (
		<a className="link link-alone text-sm" href={`/admin/transactions?${new URLSearchParams({ q: email })}`}>
			All orders
		</a>
	),
	children: <OrderLinks orders={orders} empty="This user has no orders." />,
}))

const InvitationsCard = keptCard(({ invitations }: Pick<Data['details'], 'invitations'>) => ({
	title: 'Invitations',
	children: <UserInvitations invitations={invitations} />,
}))

const SessionsCard = keptCard(({ sessions }: Pick<Data['details'], 'sessions'>) => ({
	title: 'Sessions',
	flush: true,
	children:
		sessions.length > 0 ? (
			<SessionList sessions={sessions} />
		) : (
			<p className="px-5 pb-5 text-sm text-muted">Nobody is signed in to this account.</p>
		),
}))

const AuditCard = keptCard(({ id, entries }: { id: string; entries: Data['audit'] }) => ({
	title: 'Audit',
	aside: <AuditLink subject={id} />,
	children: <UserAudit entries={entries} />,
}))

function signInWords({ isGoogle, hasPassword }: { isGoogle: boolean; hasPassword: boolean }): string {
	if (isGoogle) return hasPassword ? 'Google, or a password' : 'Google'
	return 'A password'
}
