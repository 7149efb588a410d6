CREATE TABLE `carried_forms` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`path` text NOT NULL,
	`fields` text NOT NULL,
	`had_files` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `carried_forms_account` ON `carried_forms` (`account_id`);--> statement-breakpoint
CREATE INDEX `carried_forms_created` ON `carried_forms` (`created_at`);