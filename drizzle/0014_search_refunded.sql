-- A refunded order is no longer listed as failed or rejected: [x] in the search.
drop trigger order_search_decide;
--> statement-breakpoint
create trigger order_search_decide after update of status, refunded_at on orders when old.submitted_at is not null begin
	update order_search set state = case when new.refunded_at is null then '[' || substr(new.status, 1, 1) || ']' else '[x]' end where order_search match 'body : "' || new.id || '"' and order_id = new.id;
end;
