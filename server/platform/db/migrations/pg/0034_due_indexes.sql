CREATE INDEX "attachment_begun" ON "attachment" USING btree ("at") WHERE start = 0;--> statement-breakpoint
CREATE INDEX "draft_blank" ON "draft" USING btree ("at") WHERE task_rev = 0;--> statement-breakpoint
CREATE INDEX "share_code_expires" ON "share_code" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tablet_guest" ON "tablet" USING btree ("cid") WHERE guest_of is not null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "task_unsealed" ON "task" USING btree ("state_at") WHERE state = 'submitted';