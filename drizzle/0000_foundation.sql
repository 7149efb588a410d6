CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`full_name` text NOT NULL,
	`password_hash` text,
	`role` text NOT NULL,
	`google_subject` text,
	`profile_image_key` text,
	`phone` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_google_subject_unique` ON `accounts` (`google_subject`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`detail` text,
	`address` text,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit_entries` (`subject_type`,`subject_id`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE TABLE `cell_holders` (
	`cell` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text,
	`order_id` text,
	`hold_until` integer,
	`creative_id` text,
	`since` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creative_id`) REFERENCES `creatives`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cell_holders_house" CHECK(("cell_holders"."kind" = 'house') = ("cell_holders"."account_id" is null)),
	CONSTRAINT "cell_holders_until" CHECK(("cell_holders"."kind" = 'hold') = ("cell_holders"."hold_until" is not null))
);
--> statement-breakpoint
CREATE INDEX `cell_holders_account` ON `cell_holders` (`account_id`);--> statement-breakpoint
CREATE INDEX `cell_holders_order` ON `cell_holders` (`order_id`);--> statement-breakpoint
CREATE INDEX `cell_holders_hold` ON `cell_holders` (`hold_until`);--> statement-breakpoint
CREATE INDEX `cell_holders_creative` ON `cell_holders` (`creative_id`);--> statement-breakpoint
CREATE TABLE `challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`account_id` text,
	`code_hash` text,
	`payload` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`resend_after` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`verified_at` integer,
	`consumed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `challenges_email` ON `challenges` (`email`,`purpose`);--> statement-breakpoint
CREATE INDEX `challenges_expiry` ON `challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`type` text NOT NULL,
	`discount` integer NOT NULL,
	`min_purchase_pence` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code` ON `coupons` (upper("code"));--> statement-breakpoint
CREATE TABLE `creatives` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`description` text NOT NULL,
	`link` text NOT NULL,
	`image_key` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`image_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `files` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`name` text NOT NULL,
	`width` integer,
	`height` integer,
	`account_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `grid_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_cells` (
	`order_id` text NOT NULL,
	`cell` integer NOT NULL,
	`type` text NOT NULL,
	`price_pence` integer NOT NULL,
	PRIMARY KEY(`order_id`, `cell`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `order_cells_cell` ON `order_cells` (`cell`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`subtotal_pence` integer NOT NULL,
	`discount_pence` integer DEFAULT 0 NOT NULL,
	`total_pence` integer NOT NULL,
	`coupon_id` text,
	`coupon_code` text,
	`held_at` integer,
	`hold_until` integer,
	`name` text,
	`email` text,
	`contact_no` text,
	`country` text,
	`bank_name` text,
	`bank_account_no` text,
	`payment_id` text,
	`payment_receipt_key` text,
	`swift_receipt_key` text,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	`decided_at` integer,
	`decided_by` text,
	`failure_reason` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`swift_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_reference_unique` ON `orders` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`account_id`) WHERE "orders"."status" = 'open';--> statement-breakpoint
CREATE INDEX `orders_account` ON `orders` (`account_id`,`submitted_at`);--> statement-breakpoint
CREATE INDEX `orders_submitted` ON `orders` (`submitted_at`);--> statement-breakpoint
CREATE INDEX `orders_payment_id` ON `orders` (`payment_id`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`dedupe_key` text,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`locked_until` integer,
	`sent_at` integer,
	`failed_at` integer,
	`last_error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `pixel_prices` (
	`type` text PRIMARY KEY NOT NULL,
	`pence` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`account_id` text NOT NULL,
	`signed_in_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `throttles_window` ON `throttles` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `transfer_cells` (
	`transfer_id` text NOT NULL,
	`cell` integer NOT NULL,
	`open` integer,
	PRIMARY KEY(`transfer_id`, `cell`),
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_cells_one_open` ON `transfer_cells` (`cell`,`open`);--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text,
	`recipient_email` text NOT NULL,
	`status` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`till` integer,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`sender_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `transfers_recipient` ON `transfers` (`recipient_email`,`status`);--> statement-breakpoint
CREATE INDEX `transfers_sender` ON `transfers` (`sender_id`);