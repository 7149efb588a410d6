-- How many came on each day (UTC, counted from 1970), so that long lists are neither counted nor walked through (docs/decisions/0114).
create table daily_totals (
	kind text not null,
	status text not null,
	day integer not null,
	entries integer not null,
	pence integer not null,
	primary key (kind, status, day)
) without rowid;
--> statement-breakpoint
insert into daily_totals (kind, status, day, entries, pence) select 'order', iif(refunded_at is null, status, 'refunded') as shown, submitted_at / 86400000 as day, count(*), sum(total_pence) from orders where submitted_at is not null group by shown, day;
--> statement-breakpoint
insert into daily_totals (kind, status, day, entries, pence) select 'account', '', created_at / 86400000 as day, count(*), 0 from accounts where deleted_at is null group by day;
--> statement-breakpoint
insert into daily_totals (kind, status, day, entries, pence) select 'mail', '', sent_at / 86400000 as day, count(*), 0 from outbox where sent_at is not null group by day;
--> statement-breakpoint
create trigger orders_insert_totals after insert on orders when new.submitted_at is not null begin
	insert into daily_totals (kind, status, day, entries, pence) values ('order', iif(new.refunded_at is null, new.status, 'refunded'), new.submitted_at / 86400000, 1, new.total_pence) on conflict do update set entries = entries + 1, pence = pence + excluded.pence;
end;
--> statement-breakpoint
create trigger orders_update_totals after update of status, refunded_at, submitted_at, total_pence on orders when old.submitted_at is not null or new.submitted_at is not null begin
	update daily_totals set entries = entries - 1, pence = pence - old.total_pence where kind = 'order' and status = iif(old.refunded_at is null, old.status, 'refunded') and day = old.submitted_at / 86400000;
	insert into daily_totals (kind, status, day, entries, pence) select 'order', iif(new.refunded_at is null, new.status, 'refunded'), new.submitted_at / 86400000, 1, new.total_pence where new.submitted_at is not null on conflict do update set entries = entries + 1, pence = pence + excluded.pence;
end;
--> statement-breakpoint
create trigger orders_delete_totals after delete on orders when old.submitted_at is not null begin
	update daily_totals set entries = entries - 1, pence = pence - old.total_pence where kind = 'order' and status = iif(old.refunded_at is null, old.status, 'refunded') and day = old.submitted_at / 86400000;
end;
--> statement-breakpoint
create trigger accounts_insert_totals after insert on accounts when new.deleted_at is null begin
	insert into daily_totals (kind, status, day, entries, pence) values ('account', '', new.created_at / 86400000, 1, 0) on conflict do update set entries = entries + 1;
end;
--> statement-breakpoint
create trigger accounts_update_totals after update of created_at, deleted_at on accounts when old.deleted_at is null or new.deleted_at is null begin
	update daily_totals set entries = entries - 1 where kind = 'account' and status = '' and day = old.created_at / 86400000 and old.deleted_at is null;
	insert into daily_totals (kind, status, day, entries, pence) select 'account', '', new.created_at / 86400000, 1, 0 where new.deleted_at is null on conflict do update set entries = entries + 1;
end;
--> statement-breakpoint
create trigger accounts_delete_totals after delete on accounts when old.deleted_at is null begin
	update daily_totals set entries = entries - 1 where kind = 'account' and status = '' and day = old.created_at / 86400000;
end;
--> statement-breakpoint
create trigger outbox_insert_totals after insert on outbox when new.sent_at is not null begin
	insert into daily_totals (kind, status, day, entries, pence) values ('mail', '', new.sent_at / 86400000, 1, 0) on conflict do update set entries = entries + 1;
end;
--> statement-breakpoint
create trigger outbox_update_totals after update of sent_at on outbox when old.sent_at is not null or new.sent_at is not null begin
	update daily_totals set entries = entries - 1 where kind = 'mail' and status = '' and day = old.sent_at / 86400000;
	insert into daily_totals (kind, status, day, entries, pence) select 'mail', '', new.sent_at / 86400000, 1, 0 where new.sent_at is not null on conflict do update set entries = entries + 1;
end;
--> statement-breakpoint
create trigger outbox_delete_totals after delete on outbox when old.sent_at is not null begin
	update daily_totals set entries = entries - 1 where kind = 'mail' and status = '' and day = old.sent_at / 86400000;
end;
--> statement-breakpoint
CREATE INDEX `orders_contact` ON `orders` (`email` collate nocase,`submitted_at`) WHERE "orders"."submitted_at" is not null;
