CREATE TABLE `certificates` (
	`code` text PRIMARY KEY NOT NULL,
	`order_id` text,
	`transfer_id` text,
	`account_id` text NOT NULL,
	`holder` text NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "certificates_cause" CHECK(("certificates"."order_id" is null) <> ("certificates"."transfer_id" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_order_id_unique` ON `certificates` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `certificates_transfer_id_unique` ON `certificates` (`transfer_id`);--> statement-breakpoint
CREATE INDEX `certificates_account` ON `certificates` (`account_id`);--> statement-breakpoint
CREATE TABLE `receipts` (
	`number` integer PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_order_id_unique` ON `receipts` (`order_id`);