CREATE TABLE `availability_alerts` (
	`account_id` text NOT NULL,
	`lot` integer NOT NULL,
	`cell` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `lot`, `cell`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
