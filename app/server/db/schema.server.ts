/* The tables of the product, by area. */
export * from './schema/accounts.server'
export * from './schema/creatives.server'
export * from './schema/grid.server'
export * from './schema/orders.server'
export * from './schema/payments.server'
export * from './schema/system.server'
export * from './schema/transfers.server'
