DROP INDEX `audit_subject`;--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit_entries` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_kind` ON `audit_entries` (`subject_type`,`at`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit_entries` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_address` ON `audit_entries` (`address`,`at`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit_entries` (`subject_id`,`at`);--> statement-breakpoint
CREATE INDEX `accounts_listed` ON `accounts` (`created_at`) WHERE "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `accounts_admins` ON `accounts` (`id`) WHERE "accounts"."role" = 'admin' and "accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `coupons_listed` ON `coupons` (`created_at`) WHERE "coupons"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX `orders_coupon_submitted` ON `orders` (`coupon_id`,`submitted_at`) WHERE "orders"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX `transfers_sold` ON `transfers` (`decided_at`) WHERE "transfers"."status" = 'accepted';