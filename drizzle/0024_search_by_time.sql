-- The rows of the search for orders stand at the second of their submission, ten thousand places for each, so that days are a range of rows.
drop trigger order_search_insert;
--> statement-breakpoint
drop trigger order_search_submit;
--> statement-breakpoint
create table order_search_before as select order_id, state, body from order_search;
--> statement-breakpoint
drop table order_search;
--> statement-breakpoint
create virtual table order_search using fts5(order_id unindexed, state, body, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
insert into order_search (rowid, order_id, state, body) select orders.submitted_at / 1000 * 10000 + row_number() over (partition by orders.submitted_at / 1000 order by orders.submitted_at, orders.rowid) - 1 as place, order_id, state, body from order_search_before join orders on orders.id = order_search_before.order_id order by place;
--> statement-breakpoint
drop table order_search_before;
--> statement-breakpoint
create trigger order_search_insert after insert on orders when new.submitted_at is not null begin
	insert into order_search (rowid, order_id, state, body) select coalesce((select rowid + 1 from order_search where rowid between new.submitted_at / 1000 * 10000 and new.submitted_at / 1000 * 10000 + 9998 order by rowid desc limit 1), new.submitted_at / 1000 * 10000), new.id, '[' || substr(new.status, 1, 1) || ']', new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || iif(accounts.deleted_at is null, accounts.email, '') || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
create trigger order_search_submit after update of submitted_at on orders when old.submitted_at is null and new.submitted_at is not null begin
	insert into order_search (rowid, order_id, state, body) select coalesce((select rowid + 1 from order_search where rowid between new.submitted_at / 1000 * 10000 and new.submitted_at / 1000 * 10000 + 9998 order by rowid desc limit 1), new.submitted_at / 1000 * 10000), new.id, '[' || substr(new.status, 1, 1) || ']', new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || iif(accounts.deleted_at is null, accounts.email, '') || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
-- A name begins a line, as every other word of two characters that is looked for where words begin.
drop trigger account_search_insert;
--> statement-breakpoint
drop trigger account_search_update;
--> statement-breakpoint
update account_search set body = char(10) || body;
--> statement-breakpoint
create trigger account_search_insert after insert on accounts when new.deleted_at is null begin
	insert into account_search (account_id, body) values (new.id, char(10) || new.full_name || char(10) || new.email || char(10) || new.id);
end;
--> statement-breakpoint
create trigger account_search_update after update of full_name, email on accounts when new.deleted_at is null begin
	update account_search set body = char(10) || new.full_name || char(10) || new.email || char(10) || new.id where account_search match 'body : "' || new.id || '"' and account_id = new.id;
end;
