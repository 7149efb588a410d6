import { type Refusal, refusal } from '~/domain/refusal'
import type { Holding } from '../grid/rules'

/* Emails to members when a block is free (P8). */

/** Alerts per member. */
export const MAX_ALERTS = 20

export type AlertRefusal = Refusal<'free' | 'own' | 'too-many' | 'unknown'>

export const TOO_MANY = refusal(
	'too-many',
	`You are already waiting for ${MAX_ALERTS} blocks. Please remove one of them in your settings first.`,
)
const UNKNOWN = refusal('unknown', 'There is no such pixel.')
const FREE = refusal('free', 'It is free now: you can buy it.')
const OWN = refusal('own', 'These pixels are yours.')

/** Returns why a member cannot ask for an alert on a cell, or undefined. */
export function whyNoAlert(holding: Holding | undefined, accountId: string): AlertRefusal | undefined {
	if (!holding) return UNKNOWN
	if (holding.kind === 'available') return FREE
	return holding.kind !== 'house' && holding.accountId === accountId ? OWN : undefined
}
