CREATE TABLE `statement_columns` (
	`titles` text PRIMARY KEY NOT NULL,
	`places` text NOT NULL,
	`updated_at` integer NOT NULL
);
