-- Rebuilding a table drops its triggers and the indexes that the generator does not know, in silence: all go first and come back at the end.
drop trigger cell_holders_insert_changes_grid;
--> statement-breakpoint
drop trigger cell_holders_update_changes_grid;
--> statement-breakpoint
drop trigger cell_holders_delete_changes_grid;
--> statement-breakpoint
drop trigger creatives_insert_changes_grid;
--> statement-breakpoint
drop trigger creatives_update_changes_grid;
--> statement-breakpoint
drop trigger creatives_delete_changes_grid;
--> statement-breakpoint
drop trigger pixel_prices_insert_changes_grid;
--> statement-breakpoint
drop trigger pixel_prices_update_changes_grid;
--> statement-breakpoint
drop trigger pixel_prices_delete_changes_grid;
--> statement-breakpoint
drop trigger transfer_cells_insert_changes_grid;
--> statement-breakpoint
drop trigger transfer_cells_update_changes_grid;
--> statement-breakpoint
drop trigger transfer_cells_delete_changes_grid;
--> statement-breakpoint
drop trigger settings_insert_changes_grid;
--> statement-breakpoint
drop trigger settings_update_changes_grid;
--> statement-breakpoint
drop trigger settings_delete_changes_grid;
--> statement-breakpoint
drop trigger orders_status_changes_grid;
--> statement-breakpoint
drop trigger order_search_insert;
--> statement-breakpoint
drop trigger order_search_submit;
--> statement-breakpoint
CREATE TABLE `cell_loans` (
	`cell` integer PRIMARY KEY NOT NULL,
	`transfer_id` text NOT NULL,
	`borrower_id` text,
	`creative_id` text,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`borrower_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creative_id`) REFERENCES `creatives`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cell_loans_borrower` ON `cell_loans` (`borrower_id`);--> statement-breakpoint
CREATE INDEX `cell_loans_transfer` ON `cell_loans` (`transfer_id`);--> statement-breakpoint
CREATE INDEX `cell_loans_until` ON `cell_loans` (`until`);--> statement-breakpoint
CREATE INDEX `cell_loans_creative` ON `cell_loans` (`creative_id`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ownership_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`cell` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`from_id` text,
	`to_id` text,
	`order_id` text,
	`transfer_id` text,
	`actor_id` text,
	`pence` integer,
	CONSTRAINT "ownership_events_kind" CHECK("ownership_events"."kind" in ('bought', 'approved', 'rejected', 'transferred', 'lent', 'returned', 'reserved', 'restored', 'deleted', 'account-deleted'))
);
--> statement-breakpoint
CREATE INDEX `ownership_events_cell` ON `ownership_events` (`cell`,`id`);--> statement-breakpoint
CREATE INDEX `ownership_events_order` ON `ownership_events` (`order_id`);--> statement-breakpoint
CREATE INDEX `ownership_events_transfer` ON `ownership_events` (`transfer_id`);--> statement-breakpoint
CREATE INDEX `ownership_events_from` ON `ownership_events` (`from_id`);--> statement-breakpoint
CREATE INDEX `ownership_events_to` ON `ownership_events` (`to_id`);--> statement-breakpoint
CREATE INDEX `ownership_events_at` ON `ownership_events` (`at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_account` ON `recovery_codes` (`account_id`);--> statement-breakpoint
CREATE TABLE `second_factors` (
	`account_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `__new_coupons` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`code_normal` text NOT NULL,
	`type` text NOT NULL,
	`discount` integer NOT NULL,
	`min_purchase_pence` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`is_active` integer NOT NULL,
	`max_uses` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	CONSTRAINT "coupons_type" CHECK("__new_coupons"."type" in ('percentage', 'fixed'))
);
--> statement-breakpoint
INSERT INTO `__new_coupons`("id", "code", "code_normal", "type", "discount", "min_purchase_pence", "starts_at", "ends_at", "is_active", "max_uses", "version", "created_at", "updated_at", "deleted_at") SELECT "id", "code", upper("code"), "type", "discount", "min_purchase_pence", "starts_at", "ends_at", "is_active", NULL, 1, "created_at", "updated_at", NULL FROM `coupons`;--> statement-breakpoint
DROP TABLE `coupons`;--> statement-breakpoint
ALTER TABLE `__new_coupons` RENAME TO `coupons`;--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code_normal` ON `coupons` (`code_normal`) WHERE "coupons"."deleted_at" is null;--> statement-breakpoint
CREATE TABLE `__new_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`subtotal_pence` integer NOT NULL,
	`discount_pence` integer DEFAULT 0 NOT NULL,
	`total_pence` integer NOT NULL,
	`coupon_id` text,
	`coupon_code` text,
	`proceeded_at` integer,
	`held_at` integer,
	`hold_until` integer,
	`hold_ended_at` integer,
	`name` text,
	`email` text,
	`contact_no` text,
	`country` text,
	`bank_name` text,
	`bank_account_no` text,
	`payment_id` text,
	`payment_id_normal` text,
	`payment_receipt_key` text,
	`swift_receipt_key` text,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	`decided_at` integer,
	`decided_by` text,
	`failure_reason` text,
	`released_at` integer,
	`release_reason` text,
	`refunded_on` text,
	`refunded_pence` integer,
	`refund_reference` text,
	`refunded_by` text,
	`refunded_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`swift_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`refunded_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status_known" CHECK("__new_orders"."status" in ('open', 'abandoned', 'pending', 'approved', 'rejected', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_orders`("id", "reference", "account_id", "status", "version", "subtotal_pence", "discount_pence", "total_pence", "coupon_id", "coupon_code", "proceeded_at", "held_at", "hold_until", "hold_ended_at", "name", "email", "contact_no", "country", "bank_name", "bank_account_no", "payment_id", "payment_id_normal", "payment_receipt_key", "swift_receipt_key", "created_at", "submitted_at", "decided_at", "decided_by", "failure_reason", "released_at", "release_reason", "refunded_on", "refunded_pence", "refund_reference", "refunded_by", "refunded_at") SELECT "id", "reference", "account_id", "status", "version", "subtotal_pence", "discount_pence", "total_pence", "coupon_id", "coupon_code", "proceeded_at", "held_at", "hold_until", "hold_ended_at", "name", "email", "contact_no", "country", "bank_name", "bank_account_no", "payment_id", NULL, "payment_receipt_key", "swift_receipt_key", "created_at", "submitted_at", "decided_at", "decided_by", "failure_reason", NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM `orders`;--> statement-breakpoint
DROP TABLE `orders`;--> statement-breakpoint
ALTER TABLE `__new_orders` RENAME TO `orders`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_reference_unique` ON `orders` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`account_id`) WHERE "orders"."status" = 'open';--> statement-breakpoint
CREATE INDEX `orders_account` ON `orders` (`account_id`,`submitted_at`);--> statement-breakpoint
CREATE INDEX `orders_submitted` ON `orders` (`submitted_at`);--> statement-breakpoint
CREATE INDEX `orders_payment_id_normal` ON `orders` (`payment_id_normal`);--> statement-breakpoint
CREATE INDEX `orders_payment_receipt` ON `orders` (`payment_receipt_key`);--> statement-breakpoint
CREATE INDEX `orders_swift_receipt` ON `orders` (`swift_receipt_key`);--> statement-breakpoint
CREATE INDEX `orders_coupon` ON `orders` (`coupon_id`,`status`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`submitted_at`,`total_pence`);--> statement-breakpoint
CREATE TABLE `__new_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`full_name` text NOT NULL,
	`password_hash` text,
	`role` text NOT NULL,
	`google_subject` text,
	`profile_image_key` text,
	`phone` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	CONSTRAINT "accounts_role" CHECK("__new_accounts"."role" in ('user', 'admin'))
);
--> statement-breakpoint
INSERT INTO `__new_accounts`("id", "email", "full_name", "password_hash", "role", "google_subject", "profile_image_key", "phone", "version", "created_at", "deleted_at") SELECT "id", "email", "full_name", "password_hash", "role", "google_subject", "profile_image_key", "phone", 1, "created_at", NULL FROM `accounts`;--> statement-breakpoint
DROP TABLE `accounts`;--> statement-breakpoint
ALTER TABLE `__new_accounts` RENAME TO `accounts`;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_unique` ON `accounts` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_google_subject_unique` ON `accounts` (`google_subject`);--> statement-breakpoint
CREATE INDEX `accounts_profile_image` ON `accounts` (`profile_image_key`);--> statement-breakpoint
ALTER TABLE `creatives` ADD `archived_at` integer;--> statement-breakpoint
CREATE INDEX `creatives_image` ON `creatives` (`image_key`);--> statement-breakpoint
CREATE TABLE `__new_pixel_prices` (
	`type` text PRIMARY KEY NOT NULL,
	`pence` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "pixel_prices_type" CHECK("__new_pixel_prices"."type" in ('large', 'medium', 'small', 'tiny')),
	CONSTRAINT "pixel_prices_pence" CHECK("__new_pixel_prices"."pence" > 0)
);
--> statement-breakpoint
INSERT INTO `__new_pixel_prices`("type", "pence", "version", "updated_at") SELECT "type", "pence", 1, "updated_at" FROM `pixel_prices`;--> statement-breakpoint
DROP TABLE `pixel_prices`;--> statement-breakpoint
ALTER TABLE `__new_pixel_prices` RENAME TO `pixel_prices`;--> statement-breakpoint
ALTER TABLE `sessions` ADD `address` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `user_agent` text;--> statement-breakpoint
CREATE TABLE `__new_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text,
	`recipient_email` text NOT NULL,
	`recipient_id` text,
	`status` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`till` integer,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`sender_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recipient_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "transfers_status" CHECK("__new_transfers"."status" in ('open', 'accepted', 'rejected', 'withdrawn', 'expired'))
);
--> statement-breakpoint
INSERT INTO `__new_transfers`("id", "sender_id", "recipient_email", "recipient_id", "status", "version", "till", "created_at", "decided_at") SELECT "id", "sender_id", "recipient_email", case when "status" = 'accepted' then (select accounts.id from accounts where accounts.email = lower("recipient_email")) end, "status", "version", "till", "created_at", "decided_at" FROM `transfers`;--> statement-breakpoint
DROP TABLE `transfers`;--> statement-breakpoint
ALTER TABLE `__new_transfers` RENAME TO `transfers`;--> statement-breakpoint
CREATE INDEX `transfers_recipient` ON `transfers` (`recipient_email`,`status`);--> statement-breakpoint
CREATE INDEX `transfers_sender` ON `transfers` (`sender_id`);--> statement-breakpoint
CREATE INDEX `transfers_accepted` ON `transfers` (`recipient_id`);--> statement-breakpoint
CREATE INDEX `transfers_till` ON `transfers` (`till`) WHERE "transfers"."status" = 'open';--> statement-breakpoint
CREATE TABLE `__new_files` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`mime` text NOT NULL,
	`bytes` integer NOT NULL,
	`name` text NOT NULL,
	`width` integer,
	`height` integer,
	`account_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "files_kind" CHECK("__new_files"."kind" in ('receipt', 'creative', 'profile'))
);
--> statement-breakpoint
INSERT INTO `__new_files`("key", "kind", "mime", "bytes", "name", "width", "height", "account_id", "created_at") SELECT "key", "kind", "mime", "bytes", "name", "width", "height", "account_id", "created_at" FROM `files`;--> statement-breakpoint
DROP TABLE `files`;--> statement-breakpoint
ALTER TABLE `__new_files` RENAME TO `files`;--> statement-breakpoint
CREATE INDEX `files_account` ON `files` (`account_id`);--> statement-breakpoint
CREATE TABLE `__new_cell_holders` (
	`cell` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text,
	`order_id` text,
	`hold_until` integer,
	`creative_id` text,
	`since` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creative_id`) REFERENCES `creatives`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cell_holders_kind" CHECK("__new_cell_holders"."kind" in ('hold', 'owned', 'house')),
	CONSTRAINT "cell_holders_house" CHECK(("__new_cell_holders"."kind" = 'house') = ("__new_cell_holders"."account_id" is null)),
	CONSTRAINT "cell_holders_until" CHECK(("__new_cell_holders"."kind" = 'hold') = ("__new_cell_holders"."hold_until" is not null))
);
--> statement-breakpoint
INSERT INTO `__new_cell_holders`("cell", "kind", "account_id", "order_id", "hold_until", "creative_id", "since") SELECT "cell", "kind", "account_id", "order_id", "hold_until", "creative_id", "since" FROM `cell_holders`;--> statement-breakpoint
DROP TABLE `cell_holders`;--> statement-breakpoint
ALTER TABLE `__new_cell_holders` RENAME TO `cell_holders`;--> statement-breakpoint
CREATE INDEX `cell_holders_account` ON `cell_holders` (`account_id`);--> statement-breakpoint
CREATE INDEX `cell_holders_order` ON `cell_holders` (`order_id`);--> statement-breakpoint
CREATE INDEX `cell_holders_hold` ON `cell_holders` (`hold_until`);--> statement-breakpoint
CREATE INDEX `cell_holders_creative` ON `cell_holders` (`creative_id`);--> statement-breakpoint
CREATE TABLE `__new_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`account_id` text,
	`code_hash` text,
	`payload` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`resend_after` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`verified_at` integer,
	`consumed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "challenges_purpose" CHECK("__new_challenges"."purpose" in ('registration', 'reset', 'email-change', 'sign-in', 'second-factor', 'google-link'))
);
--> statement-breakpoint
INSERT INTO `__new_challenges`("id", "purpose", "email", "account_id", "code_hash", "payload", "attempts", "created_at", "resend_after", "expires_at", "verified_at", "consumed_at") SELECT "id", "purpose", "email", "account_id", "code_hash", "payload", "attempts", "created_at", "resend_after", "expires_at", "verified_at", "consumed_at" FROM `challenges`;--> statement-breakpoint
DROP TABLE `challenges`;--> statement-breakpoint
ALTER TABLE `__new_challenges` RENAME TO `challenges`;--> statement-breakpoint
CREATE INDEX `challenges_email` ON `challenges` (`email`,`purpose`);--> statement-breakpoint
CREATE INDEX `challenges_expiry` ON `challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `__new_order_cells` (
	`order_id` text NOT NULL,
	`cell` integer NOT NULL,
	`type` text NOT NULL,
	`price_pence` integer NOT NULL,
	PRIMARY KEY(`order_id`, `cell`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_cells_type" CHECK("__new_order_cells"."type" in ('large', 'medium', 'small', 'tiny'))
);
--> statement-breakpoint
INSERT INTO `__new_order_cells`("order_id", "cell", "type", "price_pence") SELECT "order_id", "cell", "type", "price_pence" FROM `order_cells`;--> statement-breakpoint
DROP TABLE `order_cells`;--> statement-breakpoint
ALTER TABLE `__new_order_cells` RENAME TO `order_cells`;--> statement-breakpoint
CREATE INDEX `order_cells_cell` ON `order_cells` (`cell`);--> statement-breakpoint
-- What is known of the past becomes the beginning of the record.
insert into ownership_events (cell, at, kind, from_id, to_id, order_id, transfer_id, actor_id, pence)
select cell, at, kind, from_id, to_id, order_id, transfer_id, actor_id, pence from (
	select order_cells.cell as cell, orders.submitted_at as at, 'bought' as kind, 1 as place, null as from_id, orders.account_id as to_id, orders.id as order_id, null as transfer_id, orders.account_id as actor_id, order_cells.price_pence as pence
	from orders join order_cells on order_cells.order_id = orders.id where orders.status in ('pending', 'approved', 'rejected') and orders.submitted_at is not null
	union all
	select order_cells.cell, orders.decided_at, orders.status, 2, case orders.status when 'rejected' then orders.account_id end, case orders.status when 'approved' then orders.account_id end, orders.id, null, orders.decided_by, null
	from orders join order_cells on order_cells.order_id = orders.id where orders.status in ('approved', 'rejected') and orders.decided_at is not null
	union all
	select transfer_cells.cell, transfers.decided_at, 'transferred', 3, transfers.sender_id, case accounts.role when 'user' then accounts.id end, null, transfers.id, transfers.recipient_id, transfer_cells.price_pence
	from transfers join transfer_cells on transfer_cells.transfer_id = transfers.id left join accounts on accounts.id = transfers.recipient_id
	where transfers.status = 'accepted' and transfers.decided_at is not null
	union all
	select cell_holders.cell, cell_holders.since, 'reserved', 4, null, null, null, null, null, null
	from cell_holders where cell_holders.kind = 'house' and not exists (select 1 from transfer_cells join transfers on transfers.id = transfer_cells.transfer_id where transfer_cells.cell = cell_holders.cell and transfers.status = 'accepted')
) order by at, place, cell;
--> statement-breakpoint
create trigger cell_holders_insert_changes_grid after insert on cell_holders begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger cell_holders_update_changes_grid after update on cell_holders begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger cell_holders_delete_changes_grid after delete on cell_holders begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger creatives_insert_changes_grid after insert on creatives begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger creatives_update_changes_grid after update on creatives begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger creatives_delete_changes_grid after delete on creatives begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger pixel_prices_insert_changes_grid after insert on pixel_prices begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger pixel_prices_update_changes_grid after update on pixel_prices begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger pixel_prices_delete_changes_grid after delete on pixel_prices begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger transfer_cells_insert_changes_grid after insert on transfer_cells begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger transfer_cells_update_changes_grid after update on transfer_cells begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger transfer_cells_delete_changes_grid after delete on transfer_cells begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger settings_insert_changes_grid after insert on settings begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger settings_update_changes_grid after update on settings begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger settings_delete_changes_grid after delete on settings begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger cell_loans_insert_changes_grid after insert on cell_loans begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger cell_loans_update_changes_grid after update on cell_loans begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger cell_loans_delete_changes_grid after delete on cell_loans begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger orders_status_changes_grid after update of status on orders begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger transfers_update_changes_grid after update of status, till on transfers begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger ownership_events_stay before update on ownership_events begin select raise(abort, 'ownership_events are never changed'); end;
--> statement-breakpoint
create trigger ownership_events_remain before delete on ownership_events begin select raise(abort, 'ownership_events are never deleted'); end;
--> statement-breakpoint
-- As 0005, and without regard to diacritics: "zoe" finds "Zoë".
drop table order_search;
--> statement-breakpoint
create virtual table order_search using fts5(order_id unindexed, body, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
insert into order_search (order_id, body) select orders.id, orders.reference || char(10) || replace(replace(orders.reference, '-', ''), ' ', '') || char(10) || orders.id || char(10) || coalesce(orders.name, '') || char(10) || coalesce(orders.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(orders.payment_id, '') || char(10) || coalesce(orders.payment_id_normal, replace(replace(orders.payment_id, '-', ''), ' ', ''), '') from orders join accounts on accounts.id = orders.account_id where orders.submitted_at is not null order by orders.rowid;
--> statement-breakpoint
create trigger order_search_insert after insert on orders when new.submitted_at is not null begin
	insert into order_search (order_id, body) select new.id, new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
create trigger order_search_submit after update of submitted_at on orders when old.submitted_at is null and new.submitted_at is not null begin
	insert into order_search (order_id, body) select new.id, new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
