CREATE TABLE `bank_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`statement_id` text NOT NULL,
	`position` integer NOT NULL,
	`fingerprint` text NOT NULL,
	`booked_on` text NOT NULL,
	`pence` integer NOT NULL,
	`counterparty` text NOT NULL,
	`text` text NOT NULL,
	`bank_reference` text NOT NULL,
	`booked_pence` integer DEFAULT 0 NOT NULL,
	`dismissed_at` integer,
	`dismissed_by` text,
	`dismissed_reason` text,
	FOREIGN KEY (`statement_id`) REFERENCES `statements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dismissed_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_entries_moves" CHECK("bank_entries"."pence" <> 0),
	CONSTRAINT "bank_entries_booked" CHECK("bank_entries"."booked_pence" between min(0, "bank_entries"."pence") and max(0, "bank_entries"."pence")),
	CONSTRAINT "bank_entries_dismissed" CHECK(("bank_entries"."dismissed_at" is null) = ("bank_entries"."dismissed_reason" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_entries_fingerprint_unique` ON `bank_entries` (`fingerprint`);--> statement-breakpoint
CREATE UNIQUE INDEX `bank_entries_place` ON `bank_entries` (`statement_id`,`position`);--> statement-breakpoint
CREATE INDEX `bank_entries_open` ON `bank_entries` (`booked_on`) WHERE dismissed_at is null and booked_pence <> pence;--> statement-breakpoint
CREATE INDEX `bank_entries_pence` ON `bank_entries` (`pence`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`bank_entry_id` text,
	`pence` integer NOT NULL,
	`booked_on` text NOT NULL,
	`bank_reference` text NOT NULL,
	`note` text,
	`reverses` text,
	`recorded_at` integer NOT NULL,
	`recorded_by` text NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`bank_entry_id`) REFERENCES `bank_entries`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recorded_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_moves" CHECK("payments"."pence" <> 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_reverses_unique` ON `payments` (`reverses`);--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`);--> statement-breakpoint
CREATE INDEX `payments_entry` ON `payments` (`bank_entry_id`) WHERE bank_entry_id is not null;--> statement-breakpoint
CREATE INDEX `payments_booked` ON `payments` (`booked_on`);--> statement-breakpoint
ALTER TABLE `orders` ADD `received_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `sent_pence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was known of each payment becomes rows of the ledger: its order, that it went back, refunds.
insert into bank_entries (id, statement_id, position, fingerprint, booked_on, pence, counterparty, text, bank_reference, dismissed_at, dismissed_by, dismissed_reason)
	select entry.id, statement_id, position, fingerprint, booked_on, pence, payer, text, bank_reference,
		iif(order_id is null, returned_at, null),
		iif(order_id is null and returned_at is not null, imported_by, null),
		iif(order_id is null and returned_at is not null, 'Sent back on ' || coalesce(returned_on, booked_on) || ', ' || coalesce(return_reference, ''), null)
	from statement_entries as entry join statements on statements.id = statement_id order by entry.rowid;
--> statement-breakpoint
insert into payments (id, order_id, bank_entry_id, pence, booked_on, bank_reference, recorded_at, recorded_by)
	select entry.id, order_id, entry.id, pence, booked_on, bank_reference, coalesce(settled_at, imported_at), iif(settled_at is null, imported_by, coalesce(decided_by, imported_by))
	from statement_entries as entry join statements on statements.id = statement_id join orders on orders.id = order_id order by entry.rowid;
--> statement-breakpoint
insert into payments (id, order_id, pence, booked_on, bank_reference, note, recorded_at, recorded_by)
	select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), order_id, -pence, coalesce(returned_on, booked_on), coalesce(return_reference, ''), 'Sent back, as it was recorded before the ledger', returned_at, imported_by
	from statement_entries as entry join statements on statements.id = statement_id where order_id is not null and returned_at is not null order by entry.rowid;
--> statement-breakpoint
insert into payments (id, order_id, pence, booked_on, bank_reference, note, recorded_at, recorded_by)
	select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), id, refunded_pence - balance, refunded_on, '', 'Received before its refund, which was recorded before the ledger', refunded_at, refunded_by
	from (select *, coalesce((select sum(pence) from payments where order_id = orders.id), 0) as balance from orders)
	where refunded_at is not null and refunded_pence > balance;
--> statement-breakpoint
insert into payments (id, order_id, pence, booked_on, bank_reference, note, recorded_at, recorded_by)
	select lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), id, -refunded_pence, refunded_on, coalesce(refund_reference, ''), 'Refund, as it was recorded before the ledger', refunded_at, refunded_by
	from orders where refunded_at is not null and refunded_pence > 0;
--> statement-breakpoint
update bank_entries set booked_pence = (select coalesce(sum(pence), 0) from payments where bank_entry_id = bank_entries.id);
--> statement-breakpoint
update orders set received_pence = (select coalesce(sum(max(pence, 0)), 0) from payments where order_id = orders.id), sent_pence = (select coalesce(-sum(min(pence, 0)), 0) from payments where order_id = orders.id);
--> statement-breakpoint
drop trigger orders_status_changes_grid;
--> statement-breakpoint
drop trigger order_search_delete;
--> statement-breakpoint
drop trigger order_search_decide;
--> statement-breakpoint
drop trigger order_search_account;
--> statement-breakpoint
drop trigger order_search_insert;
--> statement-breakpoint
drop trigger order_search_submit;
--> statement-breakpoint
DROP TABLE `statement_entries`;--> statement-breakpoint
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
	`received_pence` integer DEFAULT 0 NOT NULL,
	`sent_pence` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`swift_receipt_key`) REFERENCES `files`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_status_known" CHECK("__new_orders"."status" in ('open', 'abandoned', 'pending', 'approved', 'rejected', 'failed')),
	CONSTRAINT "orders_money" CHECK("__new_orders"."sent_pence" between 0 and "__new_orders"."received_pence")
);
--> statement-breakpoint
INSERT INTO `__new_orders`("rowid", "id", "reference", "account_id", "status", "version", "subtotal_pence", "discount_pence", "total_pence", "coupon_id", "coupon_code", "proceeded_at", "held_at", "hold_until", "hold_ended_at", "name", "email", "contact_no", "country", "bank_name", "bank_account_no", "payment_id", "payment_id_normal", "payment_receipt_key", "swift_receipt_key", "created_at", "submitted_at", "decided_at", "decided_by", "failure_reason", "released_at", "release_reason", "received_pence", "sent_pence") SELECT "rowid", "id", "reference", "account_id", "status", "version", "subtotal_pence", "discount_pence", "total_pence", "coupon_id", "coupon_code", "proceeded_at", "held_at", "hold_until", "hold_ended_at", "name", "email", "contact_no", "country", "bank_name", "bank_account_no", "payment_id", "payment_id_normal", "payment_receipt_key", "swift_receipt_key", "created_at", "submitted_at", "decided_at", "decided_by", "failure_reason", "released_at", "release_reason", "received_pence", "sent_pence" FROM `orders`;--> statement-breakpoint
DROP TABLE `orders`;--> statement-breakpoint
ALTER TABLE `__new_orders` RENAME TO `orders`;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_reference_unique` ON `orders` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_one_open` ON `orders` (`account_id`) WHERE "orders"."status" = 'open';--> statement-breakpoint
CREATE INDEX `orders_account` ON `orders` (`account_id`,`submitted_at`);--> statement-breakpoint
CREATE INDEX `orders_submitted` ON `orders` (`submitted_at`) WHERE "orders"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`,`proceeded_at`,`submitted_at`,`status`);--> statement-breakpoint
CREATE INDEX `orders_payment_id_normal` ON `orders` (`payment_id_normal`) WHERE "orders"."payment_id_normal" is not null;--> statement-breakpoint
CREATE INDEX `orders_payment_id_due` ON `orders` (`id`) WHERE "orders"."payment_id" is not null and "orders"."payment_id_normal" is null;--> statement-breakpoint
CREATE INDEX `orders_contact` ON `orders` (`email` collate nocase,`submitted_at`) WHERE "orders"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_payment_receipt` ON `orders` (`payment_receipt_key`) WHERE "orders"."payment_receipt_key" is not null;--> statement-breakpoint
CREATE INDEX `orders_swift_receipt` ON `orders` (`swift_receipt_key`) WHERE "orders"."swift_receipt_key" is not null;--> statement-breakpoint
CREATE INDEX `orders_coupon` ON `orders` (`coupon_id`,`status`) WHERE "orders"."coupon_id" is not null;--> statement-breakpoint
CREATE INDEX `orders_coupon_submitted` ON `orders` (`coupon_id`,`submitted_at`) WHERE "orders"."coupon_id" is not null and "orders"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`submitted_at`,`total_pence`,`received_pence`,`sent_pence`);--> statement-breakpoint
CREATE INDEX `orders_sent_back` ON `orders` (`submitted_at`) WHERE sent_pence > 0;--> statement-breakpoint
CREATE INDEX `orders_to_send_back` ON `orders` (`submitted_at`) WHERE received_pence - sent_pence > iif(status in ('pending', 'approved'), total_pence, 0);
--> statement-breakpoint
create trigger orders_status_changes_grid after update of status on orders begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
create trigger order_search_delete after delete on orders when old.submitted_at is not null begin
	delete from order_search where order_search match 'body : "' || old.id || '"' and order_id = old.id;
end;
--> statement-breakpoint
create trigger order_search_insert after insert on orders when new.submitted_at is not null begin
	insert into order_search (rowid, order_id, state, body) select coalesce((select rowid + 1 from order_search where rowid between new.submitted_at / 1000 * 10000 and new.submitted_at / 1000 * 10000 + 9998 order by rowid desc limit 1), new.submitted_at / 1000 * 10000), new.id, '[' || substr(new.status, 1, 1) || ']', new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || iif(accounts.deleted_at is null, accounts.email, '') || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
create trigger order_search_submit after update of submitted_at on orders when old.submitted_at is null and new.submitted_at is not null begin
	insert into order_search (rowid, order_id, state, body) select coalesce((select rowid + 1 from order_search where rowid between new.submitted_at / 1000 * 10000 and new.submitted_at / 1000 * 10000 + 9998 order by rowid desc limit 1), new.submitted_at / 1000 * 10000), new.id, '[' || substr(new.status, 1, 1) || ']', new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || iif(accounts.deleted_at is null, accounts.email, '') || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
create trigger order_search_account after update of full_name, email, deleted_at on accounts when new.full_name <> old.full_name or new.email <> old.email begin
	update order_search set body = (select orders.reference || char(10) || replace(replace(orders.reference, '-', ''), ' ', '') || char(10) || orders.id || char(10) || coalesce(orders.name, '') || char(10) || coalesce(orders.email, '') || char(10) || accounts.full_name || char(10) || iif(accounts.deleted_at is null, accounts.email, '') || char(10) || coalesce(orders.payment_id, '') || char(10) || coalesce(orders.payment_id_normal, replace(replace(orders.payment_id, '-', ''), ' ', ''), '') from orders join accounts on accounts.id = orders.account_id where orders.id = order_search.order_id) where rowid in (select found.rowid from orders cross join order_search as found where orders.account_id = new.id and orders.submitted_at is not null and found.order_search match 'body : "' || orders.id || '"' and found.order_id = orders.id);
end;
--> statement-breakpoint
-- An order whose money went back altogether is not listed as failed or rejected: [x] in the search.
create trigger order_search_decide after update of status, received_pence, sent_pence on orders when old.submitted_at is not null and (old.status <> new.status or (old.sent_pence > 0 and old.sent_pence = old.received_pence) <> (new.sent_pence > 0 and new.sent_pence = new.received_pence)) begin
	update order_search set state = iif(new.status in ('failed', 'rejected') and new.sent_pence > 0 and new.sent_pence = new.received_pence, '[x]', '[' || substr(new.status, 1, 1) || ']') where order_search match 'body : "' || new.id || '"' and order_id = new.id;
end;
--> statement-breakpoint
create trigger payments_remain before update on payments begin select raise(abort, 'payments are never changed'); end;
--> statement-breakpoint
create trigger payments_stay before delete on payments begin select raise(abort, 'payments are never deleted'); end;
--> statement-breakpoint
create trigger payments_reverse before insert on payments when new.reverses is not null and not exists (select 1 from payments as cancelled where cancelled.id = new.reverses and cancelled.reverses is null and cancelled.pence = -new.pence and cancelled.order_id = new.order_id and cancelled.bank_entry_id is new.bank_entry_id) begin select raise(abort, 'a reversal cancels one row of its order and bank entry'); end;
--> statement-breakpoint
create trigger payments_sign before insert on payments when new.reverses is null and exists (select 1 from bank_entries where id = new.bank_entry_id and ((pence > 0) <> (new.pence > 0) or dismissed_at is not null)) begin select raise(abort, 'a row of a bank entry has its sign, and is not of a dismissed one'); end;
--> statement-breakpoint
create trigger payments_add after insert on payments begin
	update orders set received_pence = received_pence + iif((new.reverses is null) = (new.pence > 0), new.pence, 0), sent_pence = sent_pence - iif((new.reverses is null) = (new.pence > 0), 0, new.pence) where id = new.order_id;
	update bank_entries set booked_pence = booked_pence + new.pence where id = new.bank_entry_id;
end;
