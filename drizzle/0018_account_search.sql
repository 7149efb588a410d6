-- What an administrator may search an account by, as trigrams, in the order of registration. A deleted account is not found.
create virtual table account_search using fts5(account_id unindexed, body, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
insert into account_search (account_id, body) select id, full_name || char(10) || email || char(10) || id from accounts where deleted_at is null order by created_at, rowid;
--> statement-breakpoint
create trigger account_search_insert after insert on accounts when new.deleted_at is null begin
	insert into account_search (account_id, body) values (new.id, new.full_name || char(10) || new.email || char(10) || new.id);
end;
--> statement-breakpoint
create trigger account_search_update after update of full_name, email on accounts when new.deleted_at is null begin
	update account_search set body = new.full_name || char(10) || new.email || char(10) || new.id where account_search match 'body : "' || new.id || '"' and account_id = new.id;
end;
--> statement-breakpoint
create trigger account_search_tombstone after update of deleted_at on accounts when new.deleted_at is not null begin
	delete from account_search where account_search match 'body : "' || new.id || '"' and account_id = new.id;
end;
--> statement-breakpoint
create trigger account_search_delete after delete on accounts begin
	delete from account_search where account_search match 'body : "' || old.id || '"' and account_id = old.id;
end;
