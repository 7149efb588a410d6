CREATE TABLE `spent_payment_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`spent_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `orders_status`;--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`submitted_at`,`total_pence`);--> statement-breakpoint
ALTER TABLE `transfer_cells` ADD `price_pence` integer;--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`failed_at`) WHERE "outbox"."failed_at" is not null;