DROP TRIGGER `orders_insert_totals`;--> statement-breakpoint
DROP TRIGGER `orders_update_totals`;--> statement-breakpoint
DROP TRIGGER `orders_delete_totals`;--> statement-breakpoint
DROP TRIGGER `accounts_insert_totals`;--> statement-breakpoint
DROP TRIGGER `accounts_update_totals`;--> statement-breakpoint
DROP TRIGGER `accounts_delete_totals`;--> statement-breakpoint
DROP TRIGGER `outbox_insert_totals`;--> statement-breakpoint
DROP TRIGGER `outbox_update_totals`;--> statement-breakpoint
DROP TRIGGER `outbox_delete_totals`;--> statement-breakpoint
DROP TABLE `daily_totals`;