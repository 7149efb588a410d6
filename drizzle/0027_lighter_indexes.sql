DROP INDEX `order_cells_cell`;--> statement-breakpoint
DROP INDEX `ownership_events_at`;--> statement-breakpoint
DROP INDEX `ownership_events_transfer`;--> statement-breakpoint
DROP INDEX `ownership_events_from`;--> statement-breakpoint
CREATE INDEX `ownership_events_transfer` ON `ownership_events` (`transfer_id`) WHERE "ownership_events"."transfer_id" is not null;--> statement-breakpoint
CREATE INDEX `ownership_events_from` ON `ownership_events` (`from_id`) WHERE "ownership_events"."from_id" is not null;--> statement-breakpoint
DROP INDEX `cell_holders_hold`;--> statement-breakpoint
DROP INDEX `cell_holders_creative`;--> statement-breakpoint
CREATE INDEX `cell_holders_hold` ON `cell_holders` (`hold_until`) WHERE "cell_holders"."hold_until" is not null;--> statement-breakpoint
CREATE INDEX `cell_holders_creative` ON `cell_holders` (`creative_id`) WHERE "cell_holders"."creative_id" is not null;--> statement-breakpoint
DROP INDEX `orders_submitted`;--> statement-breakpoint
DROP INDEX `orders_payment_id_normal`;--> statement-breakpoint
DROP INDEX `orders_payment_receipt`;--> statement-breakpoint
DROP INDEX `orders_swift_receipt`;--> statement-breakpoint
DROP INDEX `orders_coupon`;--> statement-breakpoint
DROP INDEX `orders_coupon_submitted`;--> statement-breakpoint
CREATE INDEX `orders_payment_id_due` ON `orders` (`id`) WHERE "orders"."payment_id" is not null and "orders"."payment_id_normal" is null;--> statement-breakpoint
CREATE INDEX `orders_submitted` ON `orders` (`submitted_at`) WHERE "orders"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_payment_id_normal` ON `orders` (`payment_id_normal`) WHERE "orders"."payment_id_normal" is not null;--> statement-breakpoint
CREATE INDEX `orders_payment_receipt` ON `orders` (`payment_receipt_key`) WHERE "orders"."payment_receipt_key" is not null;--> statement-breakpoint
CREATE INDEX `orders_swift_receipt` ON `orders` (`swift_receipt_key`) WHERE "orders"."swift_receipt_key" is not null;--> statement-breakpoint
CREATE INDEX `orders_coupon` ON `orders` (`coupon_id`,`status`) WHERE "orders"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX `orders_coupon_submitted` ON `orders` (`coupon_id`,`submitted_at`) WHERE "orders"."coupon_id" is not null and "orders"."submitted_at" is not null;