CREATE TABLE `notes` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_type` text NOT NULL,
	`subject_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notes_subject_known" CHECK("notes"."subject_type" in ('order', 'account'))
);
--> statement-breakpoint
CREATE INDEX `notes_subject` ON `notes` (`subject_type`,`subject_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `order_id` text REFERENCES orders(id);--> statement-breakpoint
-- The keys of the emails that were written so far name the order, or the row of the ledger that went back.
update outbox set order_id = coalesce(
	(select orders.id from orders where orders.id = substr(dedupe_key, instr(dedupe_key, ':') + 1, instr(substr(dedupe_key, instr(dedupe_key, ':') + 1) || ':', ':') - 1)),
	(select payments.order_id from payments where payments.id = substr(dedupe_key, instr(dedupe_key, ':') + 1, instr(substr(dedupe_key, instr(dedupe_key, ':') + 1) || ':', ':') - 1))
) where dedupe_key is not null and kind in ('checkout-held', 'hold-reminder', 'order-received', 'order-failed', 'order-approved', 'order-rejected', 'order-assigned', 'order-refunded', 'new-payment');
--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`order_id`,`created_at`) WHERE "outbox"."order_id" is not null;