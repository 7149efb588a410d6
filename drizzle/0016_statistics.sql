CREATE TABLE `block_statistics` (
	`creative_id` text NOT NULL,
	`day` text NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`creative_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `block_statistics_day` ON `block_statistics` (`day`);