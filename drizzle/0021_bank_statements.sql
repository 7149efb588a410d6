CREATE TABLE `statement_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`statement_id` text NOT NULL,
	`position` integer NOT NULL,
	`fingerprint` text NOT NULL,
	`booked_on` text NOT NULL,
	`pence` integer NOT NULL,
	`payer` text NOT NULL,
	`text` text NOT NULL,
	`bank_reference` text NOT NULL,
	`order_id` text,
	`settled_at` integer,
	`returned_on` text,
	`return_reference` text,
	`returned_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`statement_id`) REFERENCES `statements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statement_entries_pence" CHECK("statement_entries"."pence" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `statement_entries_fingerprint_unique` ON `statement_entries` (`fingerprint`);--> statement-breakpoint
CREATE UNIQUE INDEX `statement_entries_place` ON `statement_entries` (`statement_id`,`position`);--> statement-breakpoint
CREATE INDEX `statement_entries_order` ON `statement_entries` (`order_id`);--> statement-breakpoint
CREATE TABLE `statements` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`format` text NOT NULL,
	`imported_at` integer NOT NULL,
	`imported_by` text NOT NULL,
	FOREIGN KEY (`imported_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "statements_format" CHECK("statements"."format" in ('camt', 'mt940', 'ofx', 'csv'))
);
--> statement-breakpoint
CREATE INDEX `statements_imported` ON `statements` (`imported_at`);