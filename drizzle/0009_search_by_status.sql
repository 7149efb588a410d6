-- As 0008, with the status as a word of three characters ([p], [a], [r], [f]) and the rows in the order of submission, so that a search
-- needs no other table for its order, its filter and its count.
drop trigger order_search_insert;
--> statement-breakpoint
drop trigger order_search_submit;
--> statement-breakpoint
drop table order_search;
--> statement-breakpoint
create virtual table order_search using fts5(order_id unindexed, state, body, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
insert into order_search (order_id, state, body) select orders.id, '[' || substr(orders.status, 1, 1) || ']', orders.reference || char(10) || replace(replace(orders.reference, '-', ''), ' ', '') || char(10) || orders.id || char(10) || coalesce(orders.name, '') || char(10) || coalesce(orders.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(orders.payment_id, '') || char(10) || coalesce(orders.payment_id_normal, replace(replace(orders.payment_id, '-', ''), ' ', ''), '') from orders join accounts on accounts.id = orders.account_id where orders.submitted_at is not null order by orders.submitted_at, orders.rowid;
--> statement-breakpoint
create trigger order_search_insert after insert on orders when new.submitted_at is not null begin
	insert into order_search (order_id, state, body) select new.id, '[' || substr(new.status, 1, 1) || ']', new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
create trigger order_search_submit after update of submitted_at on orders when old.submitted_at is null and new.submitted_at is not null begin
	insert into order_search (order_id, state, body) select new.id, '[' || substr(new.status, 1, 1) || ']', new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || coalesce(new.payment_id_normal, replace(replace(new.payment_id, '-', ''), ' ', ''), '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
create trigger order_search_decide after update of status on orders when old.submitted_at is not null begin
	update order_search set state = '[' || substr(new.status, 1, 1) || ']' where order_search match 'body : "' || new.id || '"' and order_id = new.id;
end;
--> statement-breakpoint
create trigger order_search_delete after delete on orders when old.submitted_at is not null begin
	delete from order_search where order_search match 'body : "' || old.id || '"' and order_id = old.id;
end;
