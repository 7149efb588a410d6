CREATE TABLE `first_confirmations` (
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`order_version` integer NOT NULL,
	`pence` integer NOT NULL,
	`booked_on` text,
	`bank_reference` text,
	`bank_entry_id` text,
	`reason` text,
	`confirmed_at` integer NOT NULL,
	`confirmed_by` text NOT NULL,
	PRIMARY KEY(`order_id`, `kind`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bank_entry_id`) REFERENCES `bank_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`confirmed_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "first_confirmations_kind" CHECK("first_confirmations"."kind" in ('approve', 'send-back'))
);
