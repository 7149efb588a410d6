CREATE TABLE `placed_images` (
	`order_id` text PRIMARY KEY NOT NULL,
	`image_key` text NOT NULL,
	`framing` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`image_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `placed_images_image` ON `placed_images` (`image_key`);--> statement-breakpoint
CREATE INDEX `placed_images_created` ON `placed_images` (`created_at`);--> statement-breakpoint
ALTER TABLE `carried_forms` ADD `reply` text;