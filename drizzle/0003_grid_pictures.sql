CREATE TABLE `grid_pictures` (
	`hash` text PRIMARY KEY NOT NULL,
	`recipe` text NOT NULL,
	`created_at` integer NOT NULL
);
