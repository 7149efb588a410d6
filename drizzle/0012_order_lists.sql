DROP INDEX `orders_status`;--> statement-breakpoint
CREATE INDEX `orders_refunded` ON `orders` (`submitted_at`) WHERE "orders"."refunded_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`refunded_at`,`submitted_at`,`total_pence`);