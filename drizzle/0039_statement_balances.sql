ALTER TABLE `statements` ADD `opening_pence` integer;--> statement-breakpoint
ALTER TABLE `statements` ADD `closing_pence` integer;