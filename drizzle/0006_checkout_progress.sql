ALTER TABLE `orders` ADD `proceeded_at` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `hold_ended_at` integer;