ALTER TABLE `accounts` ADD `is_name_public` integer DEFAULT false NOT NULL;
--> statement-breakpoint
create trigger accounts_public_name_changes_grid after update of full_name, is_name_public on accounts
when old.is_name_public or new.is_name_public begin update grid_state set version = version + 1 where id = 1; end;
