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
create trigger orders_status_changes_grid after update of status on orders begin update grid_state set version = version + 1 where id = 1; end;
--> statement-breakpoint
insert into grid_state (id, version) values (1, 1);
