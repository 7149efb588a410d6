UPDATE `orders` SET `payment_id_normal` = upper(replace(replace(`payment_id`, ' ', ''), '-', ''))
WHERE `payment_id` IS NOT NULL AND `payment_id_normal` IS NULL;--> statement-breakpoint
DROP INDEX `orders_payment_id_due`;
