-- The expression has commas, which the generator cannot write. As people retype it: capitals, spaces and dashes do not make a transaction ID another one.
create index orders_payment_id_as_typed on orders (upper(replace(replace(payment_id, ' ', ''), '-', '')));
--> statement-breakpoint
-- What an administrator may search a submitted order by, as trigrams: any part of any of it is found without reading every order.
create virtual table order_search using fts5(order_id unindexed, body, tokenize = 'trigram');
--> statement-breakpoint
create trigger order_search_insert after insert on orders when new.submitted_at is not null begin
	insert into order_search (order_id, body) select new.id, new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || replace(replace(coalesce(new.payment_id, ''), '-', ''), ' ', '') from accounts where accounts.id = new.account_id;
end;
--> statement-breakpoint
create trigger order_search_submit after update of submitted_at on orders when old.submitted_at is null and new.submitted_at is not null begin
	insert into order_search (order_id, body) select new.id, new.reference || char(10) || replace(replace(new.reference, '-', ''), ' ', '') || char(10) || new.id || char(10) || coalesce(new.name, '') || char(10) || coalesce(new.email, '') || char(10) || accounts.full_name || char(10) || accounts.email || char(10) || coalesce(new.payment_id, '') || char(10) || replace(replace(coalesce(new.payment_id, ''), '-', ''), ' ', '') from accounts where accounts.id = new.account_id;
end;
