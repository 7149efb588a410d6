/** Who makes a change, and when (UTC ms). */
export type Actor = { actorId: string; now: number }
