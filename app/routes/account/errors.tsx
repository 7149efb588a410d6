import { Outlet, useOutletContext } from 'react-router'
import { AccountError } from '~/ui/layout/error-page'
import type { Route } from './+types/errors'

/* A level below the shell, so that the menu stays when a page fails. */
export default Outlet

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <AccountError error={error} area={useOutletContext()} />
}
